import { readFileSync } from 'node:fs';
import { expect, findRecording, logIn, test } from './testing/journey.ts';

const SERIAL = 'SKAB-VALVE1';
const recording = findRecording('skab/valve1/0.csv');

test.skip(recording === undefined, 'The recordings are not beside this checkout (see TELLTALE_TEST_DATA).');

interface DataItem {
  dataItemId: number;
  label: string;
}

/** The rows of the recording, by column name. */
function readRows(file: string): Record<string, number>[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(';');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at] ?? '', Number(cell)])));
}

function tile(id: string, type: string, x: number, y: number, w: number, h: number, settings: object) {
  const properties = { type: { name: type, value: type, default: false }, settingsGuid: id, ...settings };
  return { id, properties, dataGrid: { x, y, w, h } };
}

test('a replayed pump recording shows on indicator, gauge and chart as the file has it, and edits are kept', async ({
  page,
  portal,
}) => {
  const rows = readRows(recording ?? '');
  const { assetId } = await portal.anAsset(SERIAL, 'Pump test bed');
  await portal.telltale('import', recording ?? '', '--asset', SERIAL);
  const items = await portal.call<DataItem[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const itemOf = (label: string) => items.find((item) => item.label === label)?.dataItemId ?? 0;
  const asset = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);

  const selection = (label: string) => ({ slotPath: [], dataItem: itemOf(label) });
  const tiles = [
    tile('voltage', 'Indicator', 0, 0, 24, 14, { ...selection('Voltage'), decimals: 3 }),
    tile('pressure', 'Gauge', 24, 0, 24, 24, { ...selection('Pressure'), min: -1, max: 1, decimals: 3, unit: 'bar' }),
    tile('chart', 'FastGraph', 48, 0, 48, 40, {
      title: 'Current',
      series: [{ ...selection('Current'), color: '', axis: { label: '' }, line: 'solid', smooth: 1 }],
      decimation: 100,
      fixedStart: 0.5,
    }),
  ];
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Test bed',
    assetDefinitionId: asset.assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab', name: 'default', order: 0 }],
      tiles: { tab: tiles },
      layouts: { tab: { lg: layout, sm: layout } },
    }),
  });

  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const indicator = page.getByRole('group', { name: 'Text Indicator' });
  const gauge = page.getByRole('group', { name: 'Dial Gauge' });
  const chart = page.getByRole('group', { name: 'Current' });
  await expect(indicator).toBeVisible();

  // Live: every text the indicator ever shows is a value of the file.
  const shown = new Set<string>();
  const replayed = portal.telltale(
    'replay',
    recording ?? '',
    '--asset',
    SERIAL,
    '--speed',
    '120',
    '--url',
    `mqtt://127.0.0.1:${portal.mqttPort}`,
  );
  let isReplaying = true;
  const ended = replayed.finally(() => {
    isReplaying = false;
  });
  const texts = new Set(rows.map((row) => row.Voltage?.toFixed(3)));
  while (isReplaying) {
    const text = /\d+\.\d{3}/.exec(await indicator.innerText())?.[0];
    if (text) shown.add(text);
    await page.waitForTimeout(200);
  }
  await ended;
  expect([...shown].filter((text) => !texts.has(text))).toEqual([]);
  expect(shown.size).toBeGreaterThan(5);

  // At the end all three show the last row.
  const last = rows.at(-1) ?? {};
  await expect(indicator).toContainText(last.Voltage?.toFixed(3) ?? '');
  await expect(gauge).toContainText((last.Pressure?.toFixed(3) ?? '').replace('-', '−'));
  await chart.hover();
  await chart.getByRole('button', { name: 'Chart menu' }).click();
  await page.getByRole('menuitem', { name: /table/i }).click();
  const points = chart.getByRole('grid', { name: 'Points of the chart' });
  await expect(points.getByRole('row').nth(1)).toContainText(last.Current?.toFixed(3) ?? '');
  const stored = new Set(rows.map((row) => row.Current?.toFixed(3)));
  // What happened to the pump meanwhile has a column and rows of its own.
  const columns = await points.getByRole('columnheader').count();
  const cells = await points.getByRole('gridcell').allInnerTexts();
  const drawn = cells.filter((text, cell) => cell % columns === 1 && /\d/.test(text));
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.filter((text) => !stored.has(text))).toEqual([]);

  // Edit the indicator, save, reload, find it.
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder`);
  const toolbar = page.getByRole('toolbar', { name: 'Edit Text Indicator' });
  await toolbar.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Edit tile/ });
  await dialog.getByLabel('Decimals').fill('1');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('toolbar', { name: 'Edit Text Indicator' })).toBeHidden();
  await page.reload();
  await expect(indicator).toContainText(last.Voltage?.toFixed(1) ?? '');
  await expect(indicator).not.toContainText(last.Voltage?.toFixed(3) ?? '');
});
