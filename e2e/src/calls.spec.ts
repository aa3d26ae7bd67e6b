import { expectAccessible, expectColoursAccessible } from './testing/accessible.ts';
import { expect, logIn, test } from './testing/journey.ts';

// The library is larger than the rest of the client together.
test.slow();

test.beforeEach(async ({ page, portal }) => {
  await logIn(page, portal);
});

test('a call is found, tried in the own session, and stands in the address', async ({ page, portal }) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(portal.url)) elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });

  await page.goto(`${portal.url}/api/docs`);
  await expect(page.locator('#operations-tag-assets')).toBeVisible();
  await page.getByPlaceholder('Filter by tag').fill('auth');
  // What is pressed before the others are gone moves away under the press.
  await expect(page.locator('#operations-tag-assets')).toBeHidden();
  await page.locator('#operations-tag-auth').click();
  await expect(page.locator('#operations-tag-auth')).toHaveAttribute('data-is-open', 'true');
  await page.getByRole('button', { name: /^GET \/api\/ef\/auth\/sessions/ }).click();
  const call = page.locator('.opblock.is-open');
  await expect(call).toContainText('A session or API token');
  await call.getByRole('button', { name: 'Try it out' }).click();
  const sent = page.waitForRequest(/\/api\/ef\/auth\/sessions$/);
  await call.getByRole('button', { name: 'Execute' }).click();
  expect((await sent).headers()).toMatchObject({ 'x-requested-with': 'Telltale' });
  await expect(call.locator('.live-responses-table')).toContainText('"authId"');

  await page.reload();
  await expect(page.locator('.opblock.is-open')).toContainText('/api/ef/auth/sessions');
  expect([elsewhere, complaints]).toEqual([[], []]);
});

test('a call that changes something is asked about first, and then made in the own name', async ({ page, portal }) => {
  await page.goto(`${portal.url}/api-docs#/auth/auth.createToken`);
  const call = page.locator('.opblock.is-open');
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('textbox').last().fill('{"name": "Made on the page of the calls"}');
  await call.getByRole('button', { name: 'Execute' }).click();
  const question = page.getByRole('dialog', { name: 'Make this call?' });
  await expect(question).toContainText('POST /api/tokens changes something.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(call.locator('.live-responses-table')).toContainText('Not sent');

  await call.getByRole('button', { name: 'Execute' }).click();
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(call.locator('.live-responses-table')).toContainText('"tokenId"');
});

for (const [palette, expectIt] of [
  ['palette-dark', expectAccessible],
  ['palette-light', expectColoursAccessible],
  ['palette-calm', expectColoursAccessible],
] as const) {
  test(`the page of the calls is accessible in ${palette}, on a desk and on a phone`, async ({ page, portal }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), palette);
    await page.goto(`${portal.url}/api-docs#/auth/auth.createToken`);
    const call = page.locator('.opblock.is-open');
    await call.getByRole('button', { name: 'Try it out' }).click();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(call.getByRole('button', { name: 'Execute' })).toBeVisible();
      await expectIt(page, `calls, ${palette}, ${width}`);
    }
  });
}
