import type { assets } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { aCommandedPump, aSecondPerson, pumpTemplates, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, logInByForm, test } from '../testing/journey.ts';

const SECOND = 'second@example.com';

test('a command is sent, answered by the device and verified; a dangerous one goes out once a second person releases it', async ({
  page,
  portal,
  browser,
}) => {
  // Two people, and each thing at three sizes.
  test.setTimeout(150_000);
  const pump = await aCommandedPump(portal, 'CMD-1', 'Commanded pump');
  await pumpTemplates(portal, pump.assetId);
  await aSecondPerson(portal, SECOND);

  await logIn(page, portal);
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${pump.assetId}`);
  await page.goto(`${portal.url}/configuration/assetdefinitions/${assetDefinitionId}/commands`);
  await page.getByRole('button', { name: 'Edit Set speed' }).click();
  const template = page.getByRole('form', { name: 'Set up command' });
  await template.getByRole('textbox', { name: 'Max' }).fill('60');
  await template.getByRole('button', { name: 'Save command' }).click();
  await expect(page.getByText('Set speed was saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Set speed' }).click();
  await expect(template.getByRole('textbox', { name: 'Max' })).toHaveValue('60');
  await template.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${portal.url}/assets?panel=${pump.assetId}&panelTab=commands`);
  const panel = page.getByRole('dialog', { name: 'COMMANDED PUMP CMD-1' });
  const send = async (name: string) => {
    await panel.getByRole('combobox', { name: 'Command' }).click();
    await page.getByRole('option', { name }).click();
  };
  await send('Set speed');
  await panel.getByLabel(/^Speed/).fill('55');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send Set speed to CMD-1?' }).getByRole('button', { name: 'Send' }).click();
  const list = panel.getByRole('list', { name: 'Commands' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Set speed' })).toContainText('Verified');
  await send('Blow down');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Send Blow down to CMD-1?' });
  await question.getByRole('button', { name: 'Send' }).click();
  const dangerous = list.getByRole('listitem').filter({ hasText: 'Blow down' });
  await expect(dangerous).toContainText('Awaiting release');
  expect(pump.heard).toEqual(['pump.speed']);
  await expectFits(page, 'commands of an asset', () => expect(dangerous).toBeVisible());

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const second = await context.newPage();
  await logInByForm(second, portal, SECOND, SECOND_PASSWORD);
  await second.goto(`${portal.url}/commands?state=awaiting+release`);
  await second.getByRole('grid', { name: 'Commands' }).getByText('Blow down').click();
  const drawer = second.getByRole('dialog', { name: 'Blow down to CMD-1' });
  await drawer.getByRole('button', { name: 'Release' }).click();
  const sure = second.getByRole('dialog', { name: 'Release Blow down to CMD-1?' });
  await sure.getByRole('button', { name: 'Release' }).click();
  await expect(drawer.getByText('{"ok":true,"method":"valve.blow"}')).toBeVisible();
  await expect(drawer.getByText(`by ${SECOND}`)).toBeVisible();
  expect(pump.heard).toEqual(['pump.speed', 'valve.blow']);
  await expectAccessible(second, 'a command of the record');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await second.getByRole('button', { name: 'Clear filters' }).click();
  await expect(second.getByRole('grid', { name: 'Commands' }).getByText('Verified').first()).toBeVisible();
  await expectFits(second, 'the record of commands', () => expect(second.getByText('Verified').first()).toBeVisible());
  await context.close();
  await expect(dangerous).toContainText('Answered');
  await pump.device.endAsync();
});
