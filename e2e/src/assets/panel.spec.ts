import type { assets } from '@telltale/contract';
import { aPicture } from '../testing/file-contents.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { expectRenewed, shownToken } from '../testing/renewed-token.ts';

/** Longer than what the table of attributes shows. */
const LONG = 'Delivered with a spare seal, a second impeller and its papers';

test('what an asset is, its attributes and its connection are seen and changed in its panel', async ({
  page,
  portal,
}) => {
  // Five tabs, three of them at three sizes.
  test.setTimeout(150_000);
  const { assetId, accessToken } = await portal.anAsset('PANEL-1', 'Panelled pump');
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', '{"Panel level": 7}', { qos: 1 });
  const flee = JSON.stringify({ expression: '_Panel_level > 8' });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Panel full', severity: 8, flee }]);
  await device.publishAsync('v1/devices/me/telemetry', '{"Panel level": 9}', { qos: 1 });
  await device.endAsync();
  await logIn(page, portal);

  await page.goto(`${portal.url}/assets?panel=${assetId}`);
  const panel = page.getByRole('dialog', { name: 'PANELLED PUMP PANEL-1' });
  await panel.getByLabel('Alias').fill('Pump of the panel');
  // A device that is silent for half a second is offline.
  await panel.getByLabel('Mark offline after').fill('500');
  await panel.getByLabel('Latitude').fill('31.5');
  await panel.getByLabel('Longitude').fill('-102.1');
  await panel.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Asset updated.')).toBeVisible();
  await panel.getByRole('button', { name: 'Asset Image' }).setInputFiles({
    ...{ name: 'pump.png', mimeType: 'image/png', buffer: await aPicture(page) },
  });
  const picture = panel.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(150);
  await expectFits(page, 'what an asset is', async () => {
    await expect(panel.getByRole('link', { name: `/assets/${assetId}/dashboard` })).toBeVisible();
    await expect(panel.getByLabel('Alias')).toHaveValue('Pump of the panel');
  });

  await panel.getByRole('tab', { name: 'Attributes' }).click();
  const form = panel.getByRole('form', { name: 'Create attribute' });
  const create = async (name: string, value: string) => {
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Value').fill(value);
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('');
  };
  await create('Papers', LONG);
  await create('Station', 'West');
  const row = (name: string) => panel.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Papers')).toContainText(`${LONG.slice(0, 30)}…`);
  await row('Papers').getByRole('button', { name: 'Show all of Papers' }).click();
  await expect(row('Papers')).toContainText(LONG);
  await row('Station').getByRole('button', { name: 'Edit Station' }).click();
  await row('Station').getByLabel('Value of Station').fill('East');
  await expectFits(page, 'the attributes of an asset', async () => {
    await expect(row('Station').getByLabel('Value of Station')).toHaveValue('East');
  });
  await row('Station').getByRole('button', { name: 'Save Station' }).click();
  await expect(row('Station')).toContainText('East');
  await row('Papers').getByRole('button', { name: 'Delete Papers' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row('Papers')).toHaveCount(0);
  // The portal's own.
  await expect(row('lastcontact').getByRole('button')).toHaveCount(0);

  await panel.getByRole('tab', { name: 'Alarms' }).click();
  const alarm = panel.getByRole('list', { name: 'Open alarms' }).getByRole('listitem');
  await expect(alarm).toContainText('_Panel_level = 9');
  await alarm.getByRole('button', { name: 'Acknowledge Panel full' }).click();
  await expect(alarm).toContainText('Acknowledged');
  await alarm.getByRole('button', { name: 'Close alarm Panel full' }).click();
  await expect(panel.getByText('No alarm is open.')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Recent transitions' })).toContainText('Closed by admin');

  await panel.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = panel.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Panel full');
  await panel.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('dialog', { name: 'Add note' });
  await note.getByLabel('Note').fill('The float hangs.');
  await note.getByRole('button', { name: 'Add note' }).click();
  await expect(timeline).toContainText('The float hangs.');
  await panel.getByText('Alarms', { exact: true }).last().click();
  await expect(timeline).not.toContainText('The float hangs.');
  await expect(timeline).toContainText('Panel full');

  await panel.getByRole('tab', { name: 'Connection' }).click();
  const history = panel.getByRole('list', { name: 'History of the connection' });
  await expect(history.getByRole('listitem').last()).toContainText('Came online');
  await expect(history.getByRole('listitem').first()).toContainText('Went offline');
  await panel.getByRole('button', { name: 'New access token…' }).click();
  const question = page.getByRole('dialog', { name: 'New access token for Pump of the panel?' });
  await question.getByRole('button', { name: 'New access token' }).click();
  const renewed = await shownToken(panel);
  await expectFits(page, 'the connection of an asset', () => expect(history).toBeVisible());
  await expectRenewed(portal, accessToken, renewed);

  const { assetAlias, attributes, currentCoordinates } = await portal.call<assets.Asset>(
    'GET',
    `/api/ef/assets/${assetId}`,
  );
  expect([assetAlias, currentCoordinates]).toMatchObject(['Pump of the panel', { latitude: 31.5, longitude: -102.1 }]);
  const kept = Object.fromEntries(attributes.map((one) => [one.attributeName, one.attributeValue]));
  expect(kept).toMatchObject({ pingrate: '500', Station: 'East' });
  expect(kept).not.toHaveProperty('Papers');
});
