import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, logInByForm, test } from '../testing/journey.ts';
import { aPump, aReader, gauge, PASSWORD } from './pressed-pump.ts';

test('a person sets names, zone, links and units, and sees them everywhere; somebody else sees theirs', async ({
  page,
  portal,
  browser,
}) => {
  const assetId = await aPump(portal, 'SET-1');
  await aReader(portal, 'bar-reader');
  await logInByForm(page, portal, 'bar-reader', PASSWORD);

  await page.goto(`${portal.url}/user-settings`);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByTitle('Logged in as Ann Lee (bar-reader)')).toBeVisible();

  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(page.getByText(/Now it is .* GMT\+9\./)).toBeVisible();

  await page.getByLabel('Address').fill('/exports');
  await page.getByLabel('Text of the link').fill('My exports');
  await page.getByRole('button', { name: 'Add link' }).click();
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await expect(bar.getByRole('link', { name: 'My exports' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Pressure', exact: true }).selectOption('bar');
  for (const size of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    // What lies half below the bar on top is not to be pressed there.
    await page.getByRole('heading', { name: 'Settings', exact: true }).scrollIntoViewIfNeeded();
    await expectAccessible(page, `the settings at ${size.width} px`);
  }

  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(gauge(page)).toHaveAccessibleName('SET-1 pressure: 6.895 bar');
  await expect(page.getByRole('row', { name: /SET-1 pressure 6\.895 bar/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Course' }).getByText('bar', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('PSI', { exact: true })).toBeHidden();
  await expectAccessible(page, 'a dashboard in bar');

  await gauge(page).click({ button: 'right' });
  const why = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(why.getByText('bar, as you chose: 100 PSI × 0.06894757 = 6.894757 bar')).toBeVisible();

  const other = await browser.newContext();
  const page2 = await other.newPage();
  await logIn(page2, portal);
  await page2.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(gauge(page2)).toHaveAccessibleName('SET-1 pressure: 100.0 PSI');
  await other.close();
});

test('the cause of an alarm is read in the own units, and answers for its values', async ({ page, portal }) => {
  const assetId = await aPump(portal, 'SET-CAUSE');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const variables = [{ Variable: '_P', DataItemId: item?.dataItemId }];
  const flee = JSON.stringify({ expression: '_P > 90', variables });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Too much', severity: 5, flee }]);
  const raised = async () => (await portal.call<unknown[]>('GET', `/api/assets/${assetId}/alarms`)).length;
  await expect.poll(raised).toBe(1);
  await aReader(portal, 'cause-reader');
  await logInByForm(page, portal, 'cause-reader', PASSWORD);
  const cause = page.getByText('_P > 6.20528 bar (_P = 6.89476 bar)');

  await page.goto(`${portal.url}/assets/${assetId}/timeline`);
  await expect(page.getByText('_P > 90 (_P = 100)')).toBeVisible();
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('combobox', { name: 'Pressure', exact: true }).selectOption('bar');
  await expect(page.getByRole('combobox', { name: 'Pressure', exact: true })).toHaveValue('bar');

  await page.goto(`${portal.url}/assets/${assetId}/timeline`);
  await expect(cause).toBeVisible();
  await page.goto(`${portal.url}/alarms?text=${encodeURIComponent('SET-CAUSE')}`);
  await expect(cause).toBeVisible();
  await cause.click({ button: 'right' });
  const why = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(why.getByText('bar, as you chose: 100 PSI × 0.06894757 = 6.894757 bar')).toBeVisible();
  await why.getByRole('button', { name: 'Close' }).click();
  await expect(why).toHaveCount(0);

  // On a tablet the condition gives way, and the numbers stay whole.
  await page.setViewportSize({ width: 820, height: 1180 });
  const cut = (text: string) =>
    expect.poll(() => page.getByText(text, { exact: true }).evaluate((part) => part.scrollWidth > part.clientWidth));
  await cut('_P > 6.20528 bar').toBe(true);
  await cut('(_P = 6.89476 bar)').toBe(false);
});
