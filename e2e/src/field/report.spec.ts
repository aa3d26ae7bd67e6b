import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { anEquipment, send } from '../tiles/equipment.ts';
import { reportTile } from '../tiles/report-tile.ts';
import { buildAndSeeAgain } from '../tiles/tile-journey.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

test.use({ timezoneId: 'UTC' });

test('an activity is corrected in the log of a report, and the report of a second browser is drawn anew', async ({
  page,
  browser,
  portal,
}) => {
  const rig = await anEquipment(portal, 'REPORT-RIG');
  const startMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 8 * HOUR_MS;
  const attributes = { jobStartTime: new Date(startMs).toISOString(), 'BOP Count': '2', pingrate: '86400000' };
  await portal.call(
    'PUT',
    `/api/assets/${rig.assetId}/attributes`,
    Object.entries(attributes).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue })),
  );
  // Each quarter of an hour, as a rig that says what it does: rigging up, then something nobody named.
  const samples = Array.from({ length: 30 }, (_, quarter) => ({
    ts: startMs + quarter * QUARTER_MS,
    values: { Activity: quarter < 20 ? 10 : 4 },
  }));
  await send(portal, rig, samples);

  await logIn(page, portal);
  const address = `${portal.url}/assets/${rig.assetId}/report`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Well-service report', level: 1 })).toBeVisible();
  const second = await browser.newContext({ timezoneId: 'UTC' });
  const other = await second.newPage();
  await logIn(other, portal);
  await other.goto(address);
  const breakdown = other.getByRole('region', { name: 'Activity Breakdown' });
  await expect(breakdown.getByText('Rig Up', { exact: true })).toBeVisible();
  await expect(breakdown.getByText('BOP Press Test', { exact: true })).toHaveCount(0);

  const row = page.getByRole('row', { name: /^Other / });
  await row.getByRole('switch').press('Space');
  await row.getByRole('combobox').selectOption('BOP Press Test');
  await row.getByRole('button', { name: 'Apply change' }).click();
  await expect(breakdown.getByText('BOP Press Test', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reload Schedule' }).click();
  await expect(page.getByRole('row', { name: /^BOP Press Test / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Scores' }).getByText('BOP Press Test', { exact: true })).toBeVisible();
  await expectAccessible(page, 'well-service report');
  await second.close();
});

test('the report comes onto a dashboard by its name, and shows the job', async ({ page, portal }) => {
  const rig = await anEquipment(portal, 'REPORT-TILE');
  const startMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 4 * HOUR_MS;
  const jobStartTime = { attributeName: 'jobStartTime', attributeValue: new Date(startMs).toISOString() };
  await portal.call('PUT', `/api/assets/${rig.assetId}/attributes`, jobStartTime);
  await send(portal, rig, [
    { ts: startMs, values: { Activity: 7 } },
    { ts: startMs + 2 * HOUR_MS, values: { Activity: 10 } },
    { values: { Activity: 10 } },
  ]);
  await buildAndSeeAgain(page, portal, rig.assetId, [reportTile]);
});
