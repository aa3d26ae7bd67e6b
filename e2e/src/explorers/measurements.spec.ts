import { readFile } from 'node:fs/promises';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { takePicture } from '../testing/picture.ts';

const WAVE = 200_000;

/** Twenty seconds of a pressure at 10 kHz with one spike, beside a temperature at 10 Hz. */
function aRecording(): Buffer {
  const raw = new Bytes(false);
  for (let n = 0; n < WAVE; n++) raw.f64(n === 123_456 ? 300 : 40 + 10 * Math.sin(n / 5_000));
  for (let n = 0; n < 200; n++) raw.f64(80 + n / 100);
  const path = (channel: string) => `/'run 1/2'/'${channel}'`;
  const objects = [
    {
      path: path('pressure, top'),
      values: { code: 0x0a, count: WAVE },
      properties: { unit_string: 'bar', wf_increment: 0.0001, sensor: 'P-17' },
    },
    {
      path: path('temperature'),
      values: { code: 0x0a, count: 200 },
      properties: { unit_string: '°C', wf_increment: 0.1 },
    },
  ];
  return Buffer.from(makeTdms([{ isNewList: true, objects, raw: raw.done() }]));
}

test('an analyst drops a measurement file, looks nearer at a spike, exports it, and imports a channel into an asset', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('TDMS-RIG-1', 'Rigs with measurements');
  const [definition] = (
    await portal.call<{ assetDefinitionId: number; assetDefinitionName: string }[]>('GET', '/api/ef/assetdefinitions')
  ).filter(({ assetDefinitionName }) => assetDefinitionName === 'Rigs with measurements');
  const items = `/api/assetdefinitions/${definition?.assetDefinitionId}/dataitemdefinitions`;
  await portal.call('POST', items, { label: 'Temperature', unit: '°F' });
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  await logIn(page, portal);
  await page.goto(`${portal.url}/tdms-viewer`);
  const file = { name: 'frac-run.tdms', mimeType: 'application/octet-stream', buffer: aRecording() };
  await page.locator('input[type=file]').setInputFiles(file);
  const chooser = page.getByLabel('File', { exact: true });
  await expect(chooser).toContainText('frac-run.tdms');
  await chooser.selectOption({ index: 1 });
  await expect(page.getByLabel('Group')).toHaveValue('run 1/2');

  const pressure = page.getByRole('row', { name: /pressure, top/ });
  await expect(pressure).toContainText('200,000');
  await expect(pressure).toContainText('10k a second');
  // One value among two hundred thousand.
  await expect(pressure.getByRole('gridcell').last()).toHaveText('300');
  await page.getByLabel('Plot pressure, top').check();
  await page.getByLabel('Plot temperature').check();
  const plot = page.getByRole('img', { name: /pressure, top \(bar\)/ });
  await expect(plot).toHaveAccessibleName(/30 to 300/);
  await expect(page.getByRole('img', { name: /temperature/ })).toHaveAccessibleName(/80 to 81.99/);

  const box = await plot.boundingBox();
  if (box === null) throw new Error('The plot has no place.');
  await page.mouse.move(box.x + box.width * 0.1, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(plot).not.toHaveAccessibleName(/to 300/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(plot).toHaveAccessibleName(/30 to 300/);
  await expectAccessible(page, 'the measurement file');
  await takePicture(page, 'measurements, dark');

  await page.getByRole('button', { name: 'Export channels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export channels' });
  await dialog.getByRole('checkbox', { name: 'temperature' }).uncheck();
  await expectAccessible(page, 'the export of channels');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('frac-run run 1_2.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect([lines.length, lines[0], lines[123_457]]).toEqual([WAVE + 1, 'Seconds,"pressure, top (bar)"', '12.3456,300']);

  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Import into an asset' }).click();
  const imports = page.getByRole('dialog', { name: 'Import into an asset' });
  await imports.getByLabel('Asset', { exact: true }).fill('TDMS-RIG-1');
  await page.getByRole('option', { name: 'TDMS-RIG-1' }).click();
  await imports.getByLabel(/^Start/).fill('2026-01-05T06:00');
  await imports.getByLabel('Seconds between two values').fill('0.1');
  await expect(imports.getByLabel('Data item for temperature')).toHaveValue('Temperature (°F)');
  await imports.getByRole('button', { name: 'Leave out pressure, top' }).click();
  await expect(imports.getByText(/^200 values, /)).toBeVisible();
  await expect(imports.getByText('Converted from °C to °F.')).toBeVisible();
  await expectAccessible(page, 'the import into an asset');
  await imports.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(imports.getByText('Done: 200 values stored.')).toBeVisible();
  const [value] = await portal.call<{ label: string; value: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  expect([value?.label, value?.value]).toEqual(['Temperature', expect.closeTo(179.582, 3)]);

  for (const theme of ['light', 'calm']) {
    await page.evaluate((name) => localStorage.setItem('theme', `palette-${name}`), theme);
    await page.reload();
    await expect(page.getByRole('row', { name: /temperature/ })).toBeVisible();
    await page.getByLabel('Plot temperature').check();
    await expect(page.getByRole('img', { name: /temperature.* to / })).toBeVisible();
    await expectColoursAccessible(page, `the measurement file, ${theme}`);
    await takePicture(page, `measurements, ${theme}`);
  }
  expect([...origins]).toEqual([new URL(portal.url).origin]);
});
