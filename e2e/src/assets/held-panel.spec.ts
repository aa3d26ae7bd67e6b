import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { aCommandedPump, pumpTemplates } from '../testing/commanded-pump.ts';
import { aPicture } from '../testing/file-contents.ts';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';
import { expectRenewed, shownToken } from '../testing/renewed-token.ts';

const LONG = 'Delivered with a spare seal, a second impeller and its papers';

/** A pump with a channel of its own, whose alarm is raised again for each who looks. */
async function aPump(portal: Portal) {
  const pump = await aCommandedPump(portal, 'PANELED-1', 'Kind of PANELED');
  await pumpTemplates(portal, pump.assetId);
  const say = (values: object) =>
    pump.device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await say({ 'Held input': 12, 'Held heat': 20 });
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${pump.assetId}`);
  const flee = JSON.stringify({ expression: '_Held_heat > 100' });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Held hot', severity: 8, flee }]);
  const open = async () => (await portal.call<unknown[]>('GET', `/api/assets/${pump.assetId}/alarms`)).length;
  const raise = async () => {
    await say({ 'Held heat': 20 });
    await say({ 'Held heat': 130 });
    await expect.poll(open, { timeout: 15_000 }).toBe(1);
  };
  return { ...pump, say, raise, open };
}

test('with a finger each tab of the panel of an asset is read and changed', async ({ browser, portal }) => {
  const pump = await aPump(portal);
  await whereverHeld(browser, portal, async (page, held) => {
    const where = (what: string) => `${what} in the panel on a ${held}`;
    await pump.raise();
    await page.goto(`${portal.url}/assets?panel=${pump.assetId}`);
    const panel = page.getByRole('dialog', { name: 'KIND OF PANELED PANELED-1' });
    const show = async (tab: string) => {
      await panel.getByRole('tab', { name: tab, exact: true }).tap();
      await expect(panel.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible();
    };

    await panel.getByLabel('Alias').fill(`Pump on a ${held}`);
    await panel.getByLabel('Mark offline after').fill('3600000');
    await panel.getByRole('button', { name: 'Update' }).tap();
    await expect(page.getByText('Asset updated.')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await panel.getByText('Drop an image here').last().tap();
    const picture = { name: 'pump.png', mimeType: 'image/png', buffer: await aPicture(page) };
    await (await chooser).setFiles(picture);
    await expect.poll(() => widthOf(page), { timeout: 15_000 }).toBe(30);
    await expectWhole(page, where('details'));

    await show('Attributes');
    const form = panel.getByRole('form', { name: 'Create attribute' });
    await form.getByLabel('Name').fill('Papers');
    await form.getByLabel('Value').fill(LONG);
    await form.getByRole('button', { name: 'Create' }).tap();
    const papers = panel.getByRole('row', { name: /^Papers/ });
    await expect(papers).toContainText(`${LONG.slice(0, 30)}…`);
    await papers.getByRole('button', { name: 'Edit Papers' }).tap();
    await expectWhole(page, where('an attribute that is edited'));
    await panel.getByLabel('Value of Papers').fill('In the cabin');
    await panel.getByRole('button', { name: 'Save Papers' }).tap();
    await expect(papers).toContainText('In the cabin');
    await papers.getByRole('button', { name: 'Delete Papers' }).tap();
    await page.getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(papers).toHaveCount(0);

    await show('Data items');
    await panel.getByRole('button', { name: 'Data items mapping' }).tap();
    const mapping = page.getByRole('dialog', { name: 'Data items mapping' });
    await mapping.getByLabel('CSV').fill(`label,alias,index\nheld input,Wellhead of the ${held},1\nNothing,None,2`);
    await expect(mapping.getByText('1 data item; 1 row is ignored: no data item has that label.')).toBeVisible();
    await expectWhole(page, where('the mapping'));
    await mapping.getByRole('button', { name: 'Save' }).tap();
    await expect(panel.getByRole('row', { name: new RegExp(`^Wellhead of the ${held}`) })).toBeVisible();
    await expectWhole(page, where('data items'));

    await show('Scaling');
    const channel = panel.getByRole('row', { name: new RegExp(`Wellhead of the ${held}`) });
    await channel.getByRole('button', { name: /, scaling of / }).tap();
    const scaling = page.getByRole('dialog', { name: /^Scaling of / });
    const top = held === 'tablet' ? '250' : '500';
    await scaling.getByLabel('Unscaled Min', { exact: true }).fill('4');
    await scaling.getByLabel('Scaled Min', { exact: true }).fill('0');
    await scaling.getByLabel('Scaled Max', { exact: true }).fill(top);
    await expectWhole(page, where('a scaling'));
    await scaling.getByRole('button', { name: 'Apply' }).tap();
    await expect(channel.getByRole('button', { name: new RegExp(`^4–20 → 0–${top}, scaling of`) })).toBeVisible();
    await pump.say({ 'Held input': 12 });
    await expect(channel).toContainText(String(Number(top) / 2));
    await channel.getByRole('button', { name: /^4mA\/0V of / }).tap();
    const question = page.getByRole('dialog', { name: `Take what Wellhead of the ${held} reads now as 4mA/0V?` });
    await expect(question).toContainText('It reads 12.');
    await question.getByRole('button', { name: 'Apply' }).tap();
    await expect(channel.getByRole('button', { name: new RegExp(`^12–20 → 0–${top}, scaling of`) })).toBeVisible();
    await expectWhole(page, where('channels'));

    await show('Alarms');
    const alarm = panel
      .getByRole('list', { name: 'Open alarms' })
      .getByRole('listitem')
      .filter({ hasText: 'Held hot' });
    await expect(alarm).toContainText('_Held_heat = 130');
    await expectWhole(page, where('alarms'));
    await alarm.getByRole('button', { name: 'Acknowledge Held hot' }).tap();
    await expect(alarm).toContainText('Acknowledged');
    await alarm.getByRole('button', { name: 'Close alarm Held hot' }).tap();
    await expect(panel.getByText('No alarm is open.')).toBeVisible();

    await show('Timeline');
    const timeline = panel.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('Held hot').first()).toBeVisible();
    await panel.getByRole('button', { name: 'Add note' }).tap();
    const note = page.getByRole('dialog', { name: 'Add note' });
    await note.getByLabel('Note').fill(`Seen on a ${held}.`);
    await expectWhole(page, where('a note'));
    await note.getByRole('button', { name: 'Add note' }).tap();
    await expect(timeline.getByText(`Seen on a ${held}.`)).toBeVisible();
    await panel.getByText('Alarms', { exact: true }).last().tap();
    await expect(timeline.getByText(`Seen on a ${held}.`)).toHaveCount(0);
    await expectWhole(page, where('the timeline'));

    await show('Commands');
    await pick(page, panel.getByRole('combobox', { name: 'Command' }), 'Set speed');
    const speed = held === 'tablet' ? '55' : '60';
    await panel.getByLabel(/^Speed/).fill(speed);
    await panel.getByRole('button', { name: 'Send', exact: true }).tap();
    await page
      .getByRole('dialog', { name: /^Send Set speed to / })
      .getByRole('button', { name: 'Send' })
      .tap();
    // Those of who held another thing before stand below it.
    const sent = panel
      .getByRole('list', { name: 'Commands' })
      .getByRole('listitem')
      .filter({ hasText: `speed: ${speed}` });
    await expect(sent).toContainText('Verified');
    await sent.getByRole('button').first().tap();
    await expect(sent.getByText('{"ok":true,"method":"pump.speed"}')).toBeVisible();
    await expectWhole(page, where('commands'));

    await show('Connection');
    await expect(panel.getByRole('list', { name: 'History of the connection' })).toContainText('Came online');
    await expectWhole(page, where('the connection'));
    await panel.getByRole('button', { name: 'Close' }).first().tap();
    await expect(panel).toBeHidden();
  });
  expect(pump.heard).toEqual(['pump.speed', 'pump.speed']);
  await pump.device.endAsync();
});

test('with a finger a device is given a new access token, shown once, and the one before has ended', async ({
  browser,
  portal,
}) => {
  const { assetId, accessToken } = await portal.anAsset('TOKEN-HELD', 'Kind of TOKEN-HELD');
  let inForce = accessToken;
  await whereverHeld(browser, portal, async (page, held) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const device = await portal.aDevice(inForce);
    await page.goto(`${portal.url}/assets?panel=${assetId}&panelTab=connection`);
    const panel = page.getByRole('dialog', { name: 'KIND OF TOKEN-HELD TOKEN-HELD' });
    const question = page.getByRole('dialog', { name: 'New access token for TOKEN-HELD?' });
    const ask = () => panel.getByRole('button', { name: 'New access token…' }).tap();
    await ask();
    await expectWhole(page, `the question before a new access token on a ${held}`);
    await question.getByRole('button', { name: 'Cancel' }).tap();
    await expect(question).toBeHidden();
    expect(device.connected).toBe(true);
    await ask();
    const cutOff = new Promise<void>((resolve) => device.once('close', () => resolve()));
    await question.getByRole('button', { name: 'New access token' }).tap();
    const renewed = await shownToken(panel);
    await cutOff;
    await expectWhole(page, `a new access token on a ${held}`);
    await panel.getByRole('button', { name: 'Copy access token' }).tap();
    await expect(panel.getByRole('button', { name: 'Copied access token' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(renewed);
    await expectRenewed(portal, inForce, renewed);
    inForce = renewed;

    // Who comes back to it finds it no more.
    await panel.getByRole('tab', { name: 'Alarms', exact: true }).tap();
    await panel.getByRole('tab', { name: 'Connection', exact: true }).tap();
    await expect(panel.getByText('It was shown once, when it was made.')).toBeVisible();
    await expect(panel.getByText(renewed)).toHaveCount(0);
  });
});

/** Of the picture that marks the asset on maps, as it is shown. */
const widthOf = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)[0]);
