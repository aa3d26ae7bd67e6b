import type { alarmDefinitions } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { typeInto } from '../testing/by-keyboard.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { aTremblingPump } from './trembling-pump.ts';

test('an engineer cures a chattering alarm from the health page, by keyboard', async ({ page, portal }) => {
  const { assetDefinitionId } = await aTremblingPump(portal, 'CURED');
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms`);
  await page.getByRole('link', { name: 'Alarm health' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/alarms\/health/);
  await page.goto(`${portal.url}/alarms/health?span=1d&definition=${assetDefinitionId}`);
  const name = page.getByRole('button', { name: 'Trembles CURED' });
  await expect(name).toBeVisible();
  await expectAccessible(page, 'alarm health');

  await name.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Trembles CURED' });
  await expect(panel.getByText('Best')).toBeVisible();
  await expectAccessible(page, 'cures of an alarm');
  await panel.getByRole('button', { name: 'Apply' }).first().focus();
  await page.keyboard.press('Enter');
  await typeInto(page, panel.getByRole('textbox', { name: 'Reason' }), 'It trembles at its limit.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Trembles CURED was changed.')).toBeVisible();

  const path = `/api/assetDefinitions/${assetDefinitionId}/alarmdefinitions`;
  const [changed] = await portal.call<alarmDefinitions.AlarmDefinition[]>('GET', path);
  const { onDelay = 0, offDelay = 0, deadband = 0 } = changed ?? {};
  expect(onDelay + offDelay + deadband).toBeGreaterThan(0);
});

for (const width of [820, 390]) {
  test(`the health of alarms is read at ${width} pixels`, async ({ page, portal }) => {
    const { assetDefinitionId } = await aTremblingPump(portal, `WIDE${width}`);
    await page.setViewportSize({ width, height: 844 });
    await logIn(page, portal);
    await page.goto(`${portal.url}/alarms/health?span=1d&definition=${assetDefinitionId}`);
    await page.getByRole('button', { name: `Trembles WIDE${width}` }).click();
    await expect(page.getByRole('dialog').getByText('Best')).toBeVisible();
    await expectAccessible(page, `cures at ${width} pixels`);
  });
}
