import { assets } from '@telltale/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aDashboard, aPortal, aTile, openDashboard, stubBrowser, twoTabs, VIEWER } from '../testing/dashboards.ts';

beforeEach(() => {
  stubBrowser();
  sessionStorage.clear();
});

const alarm = (assetId: number, alarmDefinitionId: number, severity: number) => ({
  alarmDefinitionId,
  assetId,
  name: `Alarm ${alarmDefinitionId}`,
  reason: '',
  cause: '',
  raised: '2026-11-20T11:00:00.000Z',
  lastRaised: '2026-11-20T11:00:00.000Z',
  severity,
  count: 1,
  alarmStatus: 1,
  active: true,
  shelved: null,
});
const definition = (alarmDefinitionId: number, expression: string) => ({
  alarmDefinitionId,
  assetDefinitionId: 1,
  name: `Alarm ${alarmDefinitionId}`,
  reason: '',
  severity: 5,
  escalation: 0,
  expiration: 0,
  selfAck: 0,
  jobId: 0,
  flee: '',
  alarmExpression: { expression, variables: [] },
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
});

/** The first tab shows the current of the motor, the second the flow. */
async function openWithAlarms(permissions: readonly number[]) {
  const tiles = { a: [aTile('t1')], b: [aTile('t2', { dataItem: { slotPath: [], dataItem: 6 } })] };
  const config = { ...twoTabs, tiles };
  const { stub, asset, path } = aPortal({ permissions, items: [5, 6], list: [aDashboard(config)] });
  const { assetId } = asset;
  stub
    .on(assets.listAssets, { body: [asset] })
    .on(`GET /api/assets/${assetId}/alarms`, { body: [alarm(assetId, 4, 10), alarm(assetId, 5, 2)] })
    .on('GET /api/assetDefinitions/1/alarmdefinitions', {
      body: [definition(4, '_flow < 10'), definition(5, '_state = "off"')],
    })
    .on(`GET /api/ef/assets/${assetId}/alarmoverrides`, { body: [] });
  await openDashboard(path);
  return assetId;
}

test('the head leads to the open alarms of the asset, and a tab is marked whose data item one is about', async () => {
  const assetId = await openWithAlarms([...VIEWER, 38]);
  const isHead = (_: string, element: Element | null) =>
    element?.tagName === 'A' && element.textContent === '2 alarms, severity 10';
  const head = await screen.findByText(isHead);
  expect(head?.getAttribute('href')).toBe(`/alarms?asset=${assetId}`);
  const mark = await screen.findByLabelText('1 open alarm, 1 not acknowledged, worst severity 10');
  expect(mark.closest('[role="tab"]')?.textContent).toBe('Details');
  expect(screen.getAllByLabelText(/open alarm/)).toHaveLength(1);
});
