import type { CDPSession, Page } from '@playwright/test';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/** Each takes half a second; TELLTALE_TAB_CHANGES asks for another number, as 200 after a change to how charts live. */
const TAB_CHANGES = Number(process.env.TELLTALE_TAB_CHANGES ?? 40);
/** The first ones load what is loaded once. */
const WARM_UP = 10;

/** Two tabs: one with a chart of each kind that uPlot draws, one with those of amCharts. */
async function aDashboardOfCharts(portal: Portal): Promise<string> {
  const { assetId, accessToken } = await portal.anAsset('CHART-LIFE-1', 'Charts that come and go');
  const now = Date.now();
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ts: now - (60 - index) * 10_000,
    values: { 'CL Speed': 50 + 10 * Math.sin(index / 5), 'CL Flow': index },
  }));
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number; label: string }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const itemOf = (label: string) => ({
    slotPath: [],
    dataItem: items.find((item) => item.label === label)?.dataItemId ?? 0,
  });
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const ofLibrary = (library: string) =>
    ['AdvancedGraph', 'XyChart'].map((type, index) => ({
      id: `${library}-${type}`,
      properties: {
        ...{ type: { name: type, value: type, default: false }, settingsGuid: `${library}-${index}` },
        ...{ title: `${type} by ${library}`, library, series: [itemOf('CL Speed')], x: itemOf('CL Flow') },
      },
      dataGrid: { x: 48 * index, y: 0, w: 48, h: 30 },
    }));
  const config = {
    tabs: ['uplot', 'amcharts'].map((name, order) => ({ id: name, name, order })),
    tiles: { uplot: ofLibrary('uplot'), amcharts: ofLibrary('amcharts') },
    layouts: {},
  };
  const dashboard = { dashboardId: 0, dashboardName: 'Chart life', assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', dashboard);
  return `${portal.url}/assets/${assetId}/dashboard`;
}

/** What the page holds once what nobody refers to has gone. */
async function countsOf(cdp: CDPSession): Promise<{ nodes: number; jsEventListeners: number }> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { nodes, jsEventListeners };
}

async function changeTabs(page: Page, times: number): Promise<void> {
  for (let change = 0; change < times; change++) {
    const name = change % 2 === 0 ? 'amcharts' : 'uplot';
    await page.getByRole('tab', { name, exact: true }).click();
    // Both charts are drawn before the next change: one that is never drawn has little to leave behind.
    await expect(page.locator(name === 'uplot' ? '.u-over' : '[role="img"] canvas')).not.toHaveCount(0);
  }
}

test('charts are gone with their tab, whichever library draws them', async ({ page, portal }) => {
  test.setTimeout(60_000 + TAB_CHANGES * 1_500);
  const address = await aDashboardOfCharts(portal);
  await logIn(page, portal);
  await page.goto(address);
  await changeTabs(page, WARM_UP);
  const cdp = await page.context().newCDPSession(page);
  const before = await countsOf(cdp);
  await changeTabs(page, TAB_CHANGES);
  // A chart has dozens of elements and listeners: one that stayed at each change would be thousands. What other
  // journeys do meanwhile, as the alarms that the bell tells of, is some hundreds.
  await expect.poll(async () => (await countsOf(cdp)).nodes - before.nodes).toBeLessThan(TAB_CHANGES * 20);
  const after = await countsOf(cdp);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(TAB_CHANGES * 5);
  await expect(page.locator('.u-over')).toHaveCount(2);
});
