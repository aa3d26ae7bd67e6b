import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { aTremblingPump } from './trembling-pump.ts';

test('an engineer drags the limit of an alarm over what was recorded, and tries it on all assets', async ({
  page,
  portal,
}) => {
  const { assetDefinitionId } = await aTremblingPump(portal, 'DRAGGED');
  await portal.anAsset('DRAGGED-2', 'DRAGGED');
  await logIn(page, portal);
  await page.goto(`${portal.url}/configuration/assetdefinitions/${assetDefinitionId}/alarms`);
  await page.getByRole('button', { name: 'Edit Trembles DRAGGED' }).click();
  const backtest = page.getByRole('region', { name: 'Try on history' });
  await backtest.getByRole('button', { name: 'Back-test' }).click();
  await expect(backtest.getByText(/of them chatter/)).toBeVisible();
  await expect(backtest.getByRole('img', { name: /Trembling as recorded/ })).toBeVisible();
  await expectAccessible(page, 'a rule on what was recorded');

  // The text follows the slider, and so does what is told.
  const expression = page.getByRole('textbox', { name: 'Expression' });
  await backtest.getByRole('slider', { name: 'Threshold of _Trembling slider' }).focus();
  await page.keyboard.press('End');
  await expect(expression).not.toHaveValue('_Trembling > 100');
  await expect(backtest.getByText('It would not have been raised.')).toBeVisible();
  await expect(backtest.getByText(/^The rule in force raised it \d+ times/)).toBeVisible();

  // And the slider follows the text.
  await expression.fill('_Trembling > 100.3');
  await expect(backtest.getByRole('slider', { name: 'Threshold of _Trembling slider' })).toHaveAttribute(
    'aria-valuenow',
    '100.3',
  );
  const all = backtest.getByRole('region', { name: 'On all assets' });
  await all.getByRole('button', { name: 'Try on all 2 assets' }).click();
  await expect(all.getByText(/On all 2 assets it would have been raised/)).toBeVisible();
  await expect(all.getByRole('row', { name: /DRAGGED-1/ })).toBeVisible();
  await expectAccessible(page, 'a rule on all assets');
});
