import type { Page } from '@playwright/test';
import type { alarmDefinitions } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { tabTo, typeInto } from '../testing/by-keyboard.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { aTremblingPump } from './trembling-pump.ts';

test('overrides for one asset are written, tried on its history and taken back with the keyboard alone', async ({
  page,
  portal,
}) => {
  const { assetId, alarmDefinitionId } = await aTremblingPump(portal, 'OWN-LIMIT');
  const stored = async () => {
    const path = `/api/ef/assets/${assetId}/alarmoverrides`;
    const [override] = await portal.call<alarmDefinitions.AlarmOverride[]>('GET', path);
    return override && [override.alarmDefinitionId, override.overrideMethod, override.expression.expression];
  };
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  await tabTo(page, /^More$/);
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Set Up Alarms' });
  await expect(item).toBeVisible();
  // The menu is gone through by letters and arrows.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set Up Alarms' });
  await expect(dialog.getByText('_Trembling > 100')).toBeVisible();
  await tabTo(page, /^Override Trembles OWN-LIMIT$/);
  await page.keyboard.press('Enter');

  // The method, then the expression of this asset; what it would have done stands below.
  const method = dialog.getByRole('combobox', { name: 'Override method' });
  await expect(method).toBeFocused();
  await chooseByArrow(page, 'ArrowDown', 'Override only');
  await expect(method).toHaveValue('Override only');
  await page.keyboard.press('Tab');
  const expression = dialog.getByRole('textbox', { name: 'Expression' });
  await typeInto(page, expression, '_Trembling > > 1');
  await expect(expression).toHaveAttribute('aria-invalid', 'true');
  await typeInto(page, expression, '_Trembling > 101');
  const tried = dialog.getByRole('region', { name: 'On recorded history' });
  await expect(tried.getByText(/It would have been raised once/)).toBeVisible();
  await expect(tried.getByText(/^The rule in force raised it \d+ times/)).toBeVisible();
  await expectAccessible(page, 'an override');
  await tabTo(page, /^Threshold of _Trembling slider$/);
  await page.keyboard.press('End');
  await expect(expression).not.toHaveValue('_Trembling > 101');
  await expect(tried.getByText('It would not have been raised.')).toBeVisible();
  await tabTo(page, /^Save$/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Override only$/)).toBeVisible();
  expect(await stored()).toEqual([alarmDefinitionId, 1, expect.stringMatching(/^_Trembling > 1[0-9.]+$/)]);

  // And back to the definition.
  await tabTo(page, /^Override Trembles OWN-LIMIT$/);
  await page.keyboard.press('Enter');
  await expect(method).toBeFocused();
  await chooseByArrow(page, 'ArrowUp', 'No override');
  await expect(method).toHaveValue('No override');
  await tabTo(page, /^Save$/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Override only$/)).toBeHidden();
  expect((await stored())?.[1]).toBe(0);
});

/** Opens the list of the field that has the focus, and goes through it until the choice is marked: keys before it is open are lost. */
async function chooseByArrow(page: Page, key: 'ArrowDown' | 'ArrowUp', choice: string): Promise<void> {
  const option = page.getByRole('option', { name: choice, exact: true });
  await page.keyboard.press(key);
  await expect(option).toBeVisible();
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 100 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
}
