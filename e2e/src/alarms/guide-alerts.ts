import { createECDH } from 'node:crypto';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { DESK, type Look, openBrowser, openLook, openPage, readSitting } from '../guide/guide-browser.ts';
import { openPortal } from '../guide/portal-client.ts';

/*
 * Makes the pictures of docs/guide/alerts.md: `npm run demo` in one terminal, then
 * `node e2e/src/alarms/guide-alerts.ts http://localhost:8080 admin PASSWORD`.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/alerts');
const AGENTS = {
  phone: 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
};
const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);

/** A browser of the user that agreed; what it is sent goes nowhere. */
async function agree(page: Page, name: keyof typeof AGENTS): Promise<void> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
  await page.request.post(`${sitting.base}/api/ef/alertbrowsers`, {
    headers: { 'X-Requested-With': 'Telltale', 'User-Agent': AGENTS[name] },
    data: { endpoint: `https://push.invalid/${name}`, keys },
  });
}

/** A pump whose crew is told of its pressure: one by mail, one who has no address, and the user by two browsers. */
async function raiseAlarm(): Promise<void> {
  const kind = await client.call<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', 'POST', {
    assetDefinitionName: `Crewed pump ${Date.now()}`,
  });
  const { assetDefinitionId } = kind;
  const pump = { serialNumber: `CP-${Date.now()}`, assetAlias: 'Crewed pump', assetDefinitionId };
  const { assetId, accessToken } = await client.call<{ assetId: number; accessToken: string }>(
    '/api/assets',
    'POST',
    pump,
  );
  const items = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  await client.call(items, 'POST', { label: 'Pressure', unit: 'bar' });
  const expression = JSON.stringify({ expression: '_Pressure > 100' });
  const alarm = {
    assetDefinitionId,
    name: 'High pressure',
    severity: 10,
    flee: expression,
    reason: 'Close valve V-2.',
  };
  await client.call('/api/ef/alarmdefinitions', 'PUT', [alarm]);
  const { assetGroupId } = await client.call<{ assetGroupId: number }>('/api/assetgroups', 'POST', {
    assetGroupId: 0,
    assetGroupName: `Crewed pumps ${assetId}`,
  });
  await client.call(`/api/assetgroups/${assetGroupId}/assets`, 'PUT', [assetId]);
  const { userGroupId } = await client.call<{ userGroupId: number }>('/api/usergroups', 'POST', {
    userGroupId: 0,
    userGroupName: `Crew ${assetId}`,
  });
  const sees = { view: true, create: false, delete: false, modify: true };
  const flags = ['Assets', 'Alarms'].map((type) => ({ type, ...sees }));
  await client.call(`/api/usergroups/${userGroupId}/permissions/groupedlist`, 'POST', flags);
  await client.call(`/api/usergroups/${userGroupId}/assetgroups`, 'PUT', [assetGroupId]);
  const members: number[] = [];
  for (const username of [`pat${assetId}@example.com`, `sam${assetId}`]) {
    const user = { userId: 0, username, password: '', email: false };
    members.push((await client.call<{ userId: number }>('/api/users?sendEmail=false', 'POST', user)).userId);
  }
  const { auth } = await client.call<{ auth: { user: { userId: number } } }>('/api/ef/auth/login');
  await client.call(`/api/usergroups/${userGroupId}/users`, 'PUT', [...members, auth.user.userId]);
  const { userId } = auth.user;
  await client.call('/api/ef/userattributes', 'POST', [
    { userId, attributeName: 'emailAlerts', attributeValue: 'false' },
  ]);
  const told = { assetGroupId: String(assetGroupId), userGroupId, severityMin: 5, severityMax: 10, status: 'open' };
  await client.call('/api/ef/genericalerts', 'PUT', [{ ...told, online: false, offline: false }]);
  await client.call(`/api/v1/${accessToken}/telemetry`, 'POST', { Pressure: 112 });
}

async function showBrowsers(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/user-settings#alerts-heading`);
  await page.getByRole('list', { name: 'Browsers that show alarms' }).waitFor();
}

async function showWhoWasTold(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/alarms?text=Crewed`);
  await page.getByText('High pressure').first().click();
  await page
    .getByText(/browser: raised/)
    .first()
    .waitFor();
  await page
    .getByText(/^Given up/)
    .first()
    .waitFor();
}

const LOOK: Look = { viewport: DESK, theme: 'dark' };
const screens: readonly [string, (page: Page) => Promise<void>][] = [
  ['browsers', showBrowsers],
  ['who-was-told', showWhoWasTold],
];

const browser = await openBrowser();
try {
  const first = await openPage(browser, sitting, { viewport: DESK });
  await agree(first, 'phone');
  await agree(first, 'desk');
  await first.context().close();
  await raiseAlarm();
  for (const [name, prepare] of screens) {
    const page = await openLook(browser, sitting, LOOK);
    await page.context().grantPermissions(['notifications'], { origin: sitting.base });
    await prepare(page);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: resolve(OUT, `${name}.png`) });
    await page.context().close();
  }
} finally {
  await browser.close();
}
