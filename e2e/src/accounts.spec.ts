import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf } from './testing/authenticator.ts';
import { expect, logInByForm, test } from './testing/journey.ts';
import { ADMIN_PASSWORD } from './testing/portal.ts';

test('two-step login is set up, asked for and turned off, a token is made and used, and the audit page tells of it', async ({
  page,
  portal,
}) => {
  await logInByForm(page, portal);
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('button', { name: 'Set up two-step login' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = await dialog.locator('code').innerText();
  // No finger, no phone in the hand.
  await expect(page.getByRole('link', { name: 'Open in an authenticator app' })).toHaveCount(0);
  await page.getByLabel(/^Code/).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('checkbox', { name: /I have kept/ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/10 recovery codes are left/)).toBeVisible();

  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You have been logged out.')).toBeVisible();
  await page.goto(`${portal.url}/login?next=%2Fuser-settings`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  // Each code counts once.
  await page.getByLabel(/^Code/).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-step login' })).toBeVisible();

  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel(/^Name/).fill('Journey');
  await page.getByRole('checkbox', { name: 'Assets View' }).check();
  await page.getByRole('button', { name: 'Make token' }).click();
  const token = await dialog.locator('code').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  const ask = (path: string) => fetch(`${portal.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask('/api/ef/assets')).status).toBe(200);
  expect((await ask('/api/journal')).status).toBe(403);

  await page.goto(`${portal.url}/audit?user=admin&kind=access`);
  const row = page.getByRole('row', { name: /two-step login turned off/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /two-step login turned on/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'session' }).click();
  await page.getByRole('row', { name: /API token made/ }).click();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Journey');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test('another site can neither log somebody out, by a visit or a picture, nor show the portal in a frame', async ({
  page,
  portal,
}) => {
  const logout = `${portal.url}/api/auth/logout`;
  const site = createServer((request, response) => {
    const pages: Record<string, string> = {
      '/visit': `<script>location = ${JSON.stringify(logout)}</script>`,
      '/picture': `<img src="${logout}" alt="">`,
      '/frame': `<iframe src="${portal.url}/assets"></iframe>`,
    };
    response.setHeader('Content-Type', 'text/html').end(pages[request.url ?? ''] ?? '');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  // By another name it is another site: ports do not count.
  const attacker = `http://localhost:${(site.address() as AddressInfo).port}`;
  const refusals: number[] = [];
  page.on('response', (response) => {
    if (response.url() === logout) refusals.push(response.status());
  });
  let attempts = 0;
  page.on('request', (request) => {
    if (request.url() === logout) attempts++;
  });

  await logInByForm(page, portal);
  await page.goto(`${attacker}/visit`);
  await expect.poll(() => refusals).toEqual([403]);
  await page.goto(`${attacker}/picture`);
  // The browser keeps the answer from the page; that the session lives on says what it was.
  await expect.poll(() => attempts).toBe(2);

  const blocked = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
  await page.goto(`${attacker}/frame`);
  await blocked;
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Assets' })).toHaveCount(0);

  await page.goto(`${portal.url}/assets`);
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  site.close();
});
