import type { Locator, Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { aCommandedPump, aSecondPerson, pumpTemplates, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { Fingers } from '../testing/fingers.ts';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const SECOND = 'held-second@example.com';

/** A pump that does as it is told, and a dashboard with a control of each kind for its speed. */
async function aControlledPump(portal: Portal) {
  const pump = await aCommandedPump(portal, 'CTRL-HELD', 'Kind of CTRL-HELD');
  await pumpTemplates(portal, pump.assetId);
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${pump.assetId}`);
  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${pump.assetId}/dataitems`);
  const dataItem = items.find(({ label }) => label === 'Speed')?.dataItemId;
  const speed = { slotPath: [], dataItem, command: 'speed', parameterKey: 'speed' };
  const tile = (title: string, type: string, settings: object, at: number) => ({
    id: title,
    properties: { type: { name: type, value: type, default: false }, title, module: 'pump', ...settings },
    dataGrid: { x: 32 * (at % 3), y: 24 * Math.floor(at / 3), w: 30, h: 22 },
  });
  const tiles = [
    tile('Stop', 'CommandButton', { command: 'stop', text: 'Stop it' }, 0),
    tile('Wanted', 'Setpoint', { ...speed, min: 0, max: 100 }, 1),
    tile('Drawn', 'CommandSlider', { ...speed, min: 0, max: 100, step: 10 }, 2),
    tile('Run', 'CommandSwitch', { ...speed, onValue: '100', offValue: '0', onReported: '100' }, 3),
    tile('Step', 'CommandChoice', { ...speed, options: '0 = Off\n50 = Half' }, 4),
    tile('Filled in', 'CommandForm', { ...speed, parameterKey: '', fields: [{ name: 'speed', type: 'number' }] }, 5),
  ];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Controls',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 't', name: 'First', order: 0 }], tiles: { t: tiles }, layouts: {} }),
  });
  return { ...pump, assetDefinitionId };
}

/** What is drawn over a switch is a part of it. */
const press = (control: Locator) => control.tap({ force: true });
const control = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The portal asks word for word; then it says what became of the command. */
async function agree(page: Page, name: string, words: string, ends: string | RegExp = 'Verified'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Send command' });
  await expect(question).toContainText(words);
  await question.getByRole('button', { name: 'Send' }).tap();
  await expect(question).toBeHidden();
  await expect(control(page, name).getByRole('status')).toHaveText(ends);
}

test('with a finger each kind of control sends what it is told, and says what became of it', async ({
  browser,
  portal,
}) => {
  const pump = await aControlledPump(portal);
  await whereverHeld(browser, portal, async (page, held) => {
    await page.goto(`${portal.url}/assets/${pump.assetId}/dashboard`);
    const at = async (name: string) => {
      await expect(control(page, name)).toBeAttached();
      await control(page, name).scrollIntoViewIfNeeded();
      return control(page, name);
    };
    await (await at('Stop')).getByRole('button', { name: 'Stop it' }).tap();
    await agree(page, 'Stop', 'pump.stop', 'Answered');

    const wanted = await at('Wanted');
    await wanted.getByRole('textbox', { name: 'Wanted' }).fill('55');
    await wanted.getByRole('button', { name: 'Send' }).tap();
    await agree(page, 'Wanted', '"speed": 55');

    const drawn = await at('Drawn');
    const thumb = drawn.getByRole('slider', { name: 'Drawn' });
    await expect(thumb).toHaveAttribute('aria-valuenow', '55');
    await (await Fingers.on(page)).drag(thumb, { right: 60 });
    const sent = drawn.getByRole('button', { name: /^Send \d+/ });
    const asked = /\d+/.exec(await sent.innerText())?.[0] ?? '';
    expect(Number(asked)).toBeGreaterThan(55);
    await expectWhole(page, `a slider that is drawn on a ${held}`);
    await sent.tap();
    await agree(page, 'Drawn', `"speed": ${asked}`);

    await press((await at('Run')).getByRole('switch', { name: 'Run: Off' }));
    await agree(page, 'Run', '"speed": 100');
    await expect(control(page, 'Run').getByRole('switch', { name: 'Run: On' })).toBeChecked();

    await pick(page, (await at('Step')).getByRole('combobox', { name: 'Step' }), 'Half');
    await agree(page, 'Step', '"speed": 50');

    const filled = await at('Filled in');
    await filled.getByRole('button', { name: 'Send' }).tap();
    await expect(filled.getByText('Required')).toBeVisible();
    await filled.getByRole('textbox', { name: /speed/ }).fill('20');
    await filled.getByRole('button', { name: 'Send' }).tap();
    await agree(page, 'Filled in', '"speed": 20');
    await expectWhole(page, `controls on a ${held}`);
  });
  expect(pump.heard).toHaveLength(12);
  await pump.device.endAsync();
});

test('with a finger a command is described for all pumps, sent to one, released by a second person and found again', async ({
  browser,
  portal,
}) => {
  const pump = await aCommandedPump(portal, 'CMD-HELD', 'Kind of CMD-HELD');
  await pumpTemplates(portal, pump.assetId);
  await aSecondPerson(portal, SECOND);
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${pump.assetId}`);
  await whereverHeld(browser, portal, async (page, held) => {
    const name = `Vent by ${held}`;
    await page.goto(`${portal.url}/configuration/assetdefinitions/${assetDefinitionId}/commands`);
    await page.getByRole('button', { name: 'New command' }).tap();
    const form = page.getByRole('form', { name: 'Set up command' });
    await form.getByLabel('Command Name').fill(name);
    await form.getByLabel('Module').fill('pump');
    await form.getByRole('textbox', { name: 'Command', exact: true }).fill('vent');
    await press(form.getByRole('switch', { name: /^Dangerous/ }));
    await form.getByRole('button', { name: 'Add field' }).tap();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('speed');
    await form.getByRole('textbox', { name: 'Label', exact: true }).fill('Speed meanwhile');
    await pick(page, form.getByRole('combobox', { name: 'Type' }), 'Number');
    await pick(page, form.getByRole('combobox', { name: 'Verified by data item' }), 'Speed');
    await pick(page, form.getByRole('combobox', { name: 'It should become' }), 'What is filled in as speed');
    await expectWhole(page, `a command that is described on a ${held}`);
    await form.getByRole('button', { name: 'Add command' }).tap();
    await expect(page.getByRole('row', { name: new RegExp(`^${name}.*Dangerous`) })).toBeVisible();

    await page.goto(`${portal.url}/commands`);
    await page.getByRole('button', { name: 'Send a command' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Send a command' });
    await pick(page, drawer.getByRole('combobox', { name: 'Asset definition' }), 'Kind of CMD-HELD');
    await pick(page, drawer.getByRole('combobox', { name: 'Assets' }), 'CMD-HELD');
    await expect(drawer.getByText('It goes to one asset.')).toBeVisible();
    await pick(page, drawer.getByRole('combobox', { name: 'Command' }), name);
    const speed = held === 'tablet' ? '30' : '40';
    await drawer.getByLabel(/^Speed meanwhile/).fill(speed);
    await expectWhole(page, `a command to a pump on a ${held}`);
    await drawer.getByRole('button', { name: 'Send', exact: true }).tap();
    const question = page.getByRole('dialog', { name: new RegExp(`^Send ${name} to `) });
    await expect(question).toContainText('A second person must release it');
    await question.getByRole('button', { name: 'Send' }).tap();
    await expect(page.getByText(/ awaits its release/)).toBeVisible();

    await page.context().clearCookies();
    await logInByForm(page, portal, SECOND, SECOND_PASSWORD);
    await page.goto(`${portal.url}/commands`);
    await page.getByLabel('Template').fill(name);
    await pick(page, page.getByRole('combobox', { name: 'State' }), 'Awaiting release');
    const grid = page.getByRole('grid', { name: 'Commands' });
    await grid.getByText(name).tap();
    const record = page.getByRole('dialog', { name: `${name} to CMD-HELD` });
    await record.getByRole('button', { name: 'Release' }).tap();
    await page
      .getByRole('dialog', { name: /^Release / })
      .getByRole('button', { name: 'Release' })
      .tap();
    await expect(record.getByText('Verified')).toBeVisible();
    await expect(record.getByText('{"ok":true,"method":"pump.vent"}')).toBeVisible();
    await expectWhole(page, `a command of the record on a ${held}`);
    await record.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Clear filters' }).tap();
    await expect(grid.getByText(name).first()).toBeVisible();
    await expectWhole(page, `the record of commands on a ${held}`);
  });
  expect(pump.heard).toEqual(['pump.vent', 'pump.vent']);
  await pump.device.endAsync();
});
