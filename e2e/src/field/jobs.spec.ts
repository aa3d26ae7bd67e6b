import { JOB_ASSET_DEFINITION } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, test } from '../testing/journey.ts';
import { ADMIN_PASSWORD } from '../testing/portal.ts';
import { send } from '../tiles/equipment.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

test.use({ timezoneId: 'UTC' });

const PROJECTION = '\uFEFFDepth (ft);Time (h);Wizard torque (ft-lbs)\r\n0;0;0\r\n9000;6,5;1200\r\n12000;24;2400\r\n';

test('a job comes from the wizard to its report', async ({ page, portal }) => {
  const startMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 8 * HOUR_MS;
  const rig = await portal.anAsset('WIZARD-RIG', JOB_ASSET_DEFINITION);
  await send(portal, { ...rig, assetDefinitionId: 1, serialNumber: 'WIZARD-RIG' }, [
    { ts: startMs, values: { Activity: 10 } },
    { ts: startMs + 4 * HOUR_MS, values: { Activity: 7 } },
  ]);

  // Without a session the address leads to the login and back.
  await page.goto(`${portal.url}/dwsjob`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'New job', level: 1 })).toBeVisible();

  await page.getByRole('combobox', { name: 'Snubbing Unit' }).click();
  await page.getByRole('option', { name: 'WIZARD-RIG' }).click();
  await page.getByRole('textbox', { name: 'Oil Company' }).fill('Wizard Basin');
  await page.getByRole('textbox', { name: 'Pad' }).fill('Pad 9');
  await page.getByRole('textbox', { name: 'Well' }).fill('A 7');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Texas' }).click();
  await expectAccessible(page, 'job wizard');
  await page.getByRole('button', { name: 'Continue' }).click();
  const clock = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
  await page.getByLabel('Job start time').fill(clock(startMs));
  await page.getByLabel('Job end time').fill(clock(startMs + 72 * HOUR_MS));

  // What is typed survives a reload.
  await page.reload();
  await expect(page.getByLabel('Job start time')).toHaveValue(clock(startMs));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'BOP Count' }).fill('3');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(PROJECTION) });
  await expect(page.getByRole('img', { name: 'Wizard torque (ft-lbs) over the depth, 0 to 2,400' })).toBeVisible();
  await page.getByRole('button', { name: /Confirm/ }).click();
  await expect(page.getByRole('row', { name: 'Well – A 7 changed' })).toBeVisible();
  await expectAccessible(page, 'confirmation of a job');
  await page.getByRole('button', { name: 'Save job' }).click();
  await expect(page.getByText('The job is saved.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard of the job' })).toBeVisible();

  await page.getByRole('link', { name: 'Well-service report' }).click();
  await expect(page.getByRole('heading', { name: 'Well-service report', level: 1 })).toBeVisible();
  const scores = page.getByRole('region', { name: 'Scores' });
  await expect(scores.getByText('Rig Up', { exact: true })).toBeVisible();
  // Three preventers at half an hour each, as the wizard was told.
  const test = scores.getByRole('listitem').filter({ hasText: 'BOP Press Test' });
  await expect(test.getByText('1.50').first()).toBeVisible();

  await page.getByRole('link', { name: 'Jobs of this rig' }).click();
  await page.getByRole('button', { name: 'Close: Wizard Basin - Pad 9 - A 7' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close job' }).click();
  await expect(page.getByRole('row', { name: /Closed .* by admin/ })).toBeVisible();
  await expectAccessible(page, 'jobs of a rig');
});
