import { startMailServer } from '../../../apps/server/src/testing/mail-server.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import { endPortal, startNewPortal } from '../testing/portal.ts';

/** From an empty data folder to a device's value on a dashboard and a colleague who sees it: clicks and fields. */
const MOST_STEPS = 38;

test('a step that is skipped comes back until it is done, and the card with it', async ({ page }) => {
  const portal = await startNewPortal();
  try {
    await logInByForm(page, portal);
    await page.getByRole('region', { name: 'First hour' }).getByRole('link', { name: 'Begin' }).click();
    const steps = page.getByRole('navigation', { name: 'Steps' });
    const here = (name: RegExp) => expect(steps.getByRole('link', { name })).toHaveAttribute('aria-current', 'step');
    const skip = () => page.getByRole('button', { name: 'Skip this step' }).click();
    await here(/Name of the portal/);
    await skip();
    await here(/Mail server/);
    await skip();
    await here(/First definition/);

    // It is not done by having been skipped: neither here, nor for who comes back another day.
    await expect(page.getByText('0 of 6 steps are done.')).toBeVisible();
    await page.goto(`${portal.url}/assets`);
    await page
      .getByRole('region', { name: 'First hour' })
      .getByRole('link', { name: /Begin|Go on/ })
      .click();
    await here(/Name of the portal/);
    await expectAccessible(page, 'the first hour with nothing done, dark, desk');

    // After the last the round begins with those that were skipped; what is done by then is left out.
    await page.getByRole('textbox', { name: 'Name' }).fill('North field');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Next: Mail server' }).click();
    for (const next of [/First definition/, /First device/, /First dashboard/, /First colleague/, /Mail server/]) {
      await skip();
      await here(next);
    }
    await expect(steps.getByRole('link', { name: /Name of the portal/ })).toContainText('Done');
    await expect(page.getByText('1 of 6 steps are done.')).toBeVisible();
  } finally {
    await endPortal(portal);
  }
});

test('an empty data folder leads its administrator to a value on a dashboard and a colleague', async ({ page }) => {
  const portal = await startNewPortal();
  const mails = await startMailServer();
  let steps = 0;
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };
  try {
    await logInByForm(page, portal);
    const card = page.getByRole('region', { name: 'First hour' });
    await step(card.getByRole('link', { name: 'Begin' }).click());
    const stepsList = page.getByRole('navigation', { name: 'Steps' });
    await expect(stepsList.getByRole('link', { name: /Name of the portal/ })).toHaveAttribute('aria-current', 'step');
    await step(page.getByRole('textbox', { name: 'Name' }).fill('North field'));
    await step(page.getByRole('button', { name: 'Save' }).click());
    await step(page.getByRole('button', { name: 'Next: Mail server' }).click());

    // A real mail; what a server refuses is said in its words.
    const server = page.getByRole('form', { name: 'Mail server' });
    await step(server.getByLabel('Server', { exact: true }).fill('127.0.0.1'));
    await step(server.getByLabel('Port').fill(new URL(mails.url).port));
    await step(server.getByLabel('Encryption').selectOption('STARTTLS where the server offers it'));
    const trial = page.getByRole('form', { name: 'Test mail' });
    await step(trial.getByLabel('Send a test mail to').fill('ann@example.com'));
    mails.mood = 'nobody';
    await step(trial.getByRole('button', { name: 'Send test mail' }).click());
    await expect(trial.getByRole('status')).toContainText('The server said: 550 no such user');
    await expectAccessible(page, 'the mail server of the first hour, dark, desk');
    mails.mood = 'takes';
    await step(trial.getByRole('button', { name: 'Send test mail' }).click());
    await expect(trial.getByText('The server has taken the mail to ann@example.com.')).toBeVisible();
    expect(mails.received[0]).toMatchObject({ from: { name: 'North field' } });
    await step(server.getByRole('button', { name: 'Save' }).click());
    await step(page.getByRole('button', { name: 'Next: First definition' }).click());

    await step(page.getByRole('radio', { name: /^Pump/ }).check());
    await expect(page.getByText(/^11 data items/)).toBeVisible();
    await expectAccessible(page, 'the templates of the first hour, dark, desk');
    await step(page.getByRole('button', { name: 'Make the definition' }).click());
    await step(page.getByRole('button', { name: 'Next: First device' }).click());

    await step(page.getByRole('link', { name: 'Connect a device' }).click());
    await step(page.getByLabel('Serial number').fill('FIRST-HOUR-1'));
    await step(page.getByRole('combobox', { name: 'Definition' }).fill('Pump'));
    await step(page.getByRole('button', { name: 'Create asset' }).click());
    const line = await page.getByText(/^mosquitto_pub /).innerText();
    const device = await portal.aDevice(/ -u (\S+) /.exec(line)?.[1] ?? '');
    const values = { 'Pump State': 2, 'Discharge Pressure': 12.5, 'Flow Rate': 180, Vibration: 3.1 };
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
    await expect(page.getByText('Connected: 4 data items received')).toBeVisible();
    await step(page.getByRole('button', { name: 'Copy access token' }).click());

    // It reads right at once: words, units and bands are those of the template.
    await page.goto(`${portal.url}/first-hour?step=dashboard`);
    await step(page.getByRole('link', { name: 'Open the dashboard' }).click());
    await expect(page.getByRole('group', { name: 'Text Indicator' }).filter({ hasText: 'Pump State' })).toContainText(
      'Running',
    );
    await expect(page.getByRole('figure', { name: 'Vibration: 3.10 mm/s' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Dial Gauge' }).filter({ hasText: 'Vibration' })).toContainText(
      'High',
    );
    await expect(page.getByRole('link', { name: 'North field, to the assets' })).toBeVisible();

    await page.goto(`${portal.url}/first-hour?step=colleague`);
    await step(page.getByRole('link', { name: 'Users and groups', exact: true }).last().click());
    await step(page.getByRole('button', { name: 'New asset group' }).click());
    await step(page.getByRole('dialog').getByLabel('Name').fill('All pumps'));
    await step(page.getByRole('button', { name: 'Create asset group' }).click());
    await page.getByRole('row', { name: /FIRST-HOUR-1/ }).hover();
    await step(page.getByRole('button', { name: /^Link FIRST-HOUR-1.* with All pumps/ }).click());
    await step(page.getByRole('button', { name: 'New user group' }).click());
    await step(page.getByRole('dialog').getByLabel('Name').fill('Crew'));
    await step(page.getByRole('combobox', { name: 'Members may' }).click());
    await step(page.getByRole('option', { name: 'Operator' }).click());
    await step(page.getByRole('button', { name: 'Create user group' }).click());
    await page.getByRole('row', { name: /^All pumps/ }).hover();
    await step(page.getByRole('button', { name: 'Link All pumps with Crew' }).click());
    await step(page.getByRole('button', { name: 'Add many users' }).click());
    await step(page.getByLabel(/One user name or e-mail address/).fill('ann@example.com'));
    await step(page.getByRole('combobox', { name: 'Into the user groups' }).click());
    await step(page.getByRole('option', { name: 'Crew' }).click());
    await step(page.getByRole('button', { name: 'Preview' }).click());
    await step(page.getByRole('button', { name: 'Add 1 user' }).click());
    await expect(page.getByText(/1 user (was|were) added|1 users were added/)).toBeVisible();
    expect(steps).toBeLessThanOrEqual(MOST_STEPS);

    await page.goto(`${portal.url}/first-hour`);
    await expect(page.getByText('All steps are done. You can come back to any of them.')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'the first hour, done, dark, phone');
    await device.endAsync();
  } finally {
    await mails.close();
    await endPortal(portal);
  }
});
