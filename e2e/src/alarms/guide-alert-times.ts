import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '../guide/guide-browser.ts';
import { ADMIN_PASSWORD, endPortal, startPortal } from '../testing/portal.ts';

/* Makes the pictures of quiet hours and of who is on call, with a portal of its own: `node e2e/src/alarms/guide-alert-times.ts`. */

const OUT = resolve(import.meta.dirname, '../../../docs/images/alerts');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
/** What slides in has come to rest by then. */
const LAST_MS = 1_500;

const portal = await startPortal();
const browser = await openBrowser();

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(LAST_MS);
  await page.screenshot({ path: resolve(OUT, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

try {
  await mkdir(OUT, { recursive: true });
  const group = { userGroupId: 0, userGroupName: 'Night shift' };
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', group);
  const members: number[] = [];
  for (const username of ['ann@example.com', 'bob@example.com', 'carla@example.com']) {
    const user = { userId: 0, username, password: '', email: false };
    const { userId } = await portal.call<{ userId: number }>('POST', '/api/users?sendEmail=false', user);
    await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
    members.push(userId);
  }
  const nowMs = Date.now();
  const week = { zone: 'Europe/Oslo', handoverDay: 1, handoverMinute: 480 };
  const start = new Date(nowMs).toISOString().slice(0, 10);
  await portal.call('PUT', '/api/ef/alertrotas', { userGroupId, ...week, start, members, version: 0 });
  for (const [userId, from, to] of [
    [members[1], 17, 19],
    [members[0], 31, 34],
  ] as const) {
    const span = {
      from: new Date(nowMs + from * DAY_MS).toISOString(),
      to: new Date(nowMs + to * DAY_MS).toISOString(),
    };
    await portal.call('POST', '/api/ef/alertrotas/overrides', { userGroupId, userId, ...span });
  }
  const nights = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 22 * 60, toMinute: 6 * 60 };
  const weekend = { days: [6, 7], fromMinute: 0, toMinute: 24 * 60 };
  const quiet = { spans: [nights, weekend], breaksThrough: 8, zone: 'UTC' };
  await portal.call('PUT', '/api/ef/auth/quiethours', quiet);

  const administrator = { base: portal.url, username: 'admin', password: ADMIN_PASSWORD };
  for (const [suffix, viewport] of [
    ['', DESK],
    ['-phone', PHONE],
  ] as const) {
    const page = await openPage(browser, administrator, { viewport, timezoneId: 'UTC' });
    await page.goto(`${portal.url}/alerts?tab=oncall`);
    await page.getByRole('list', { name: 'The next weeks' }).waitFor();
    await take(page, `on-call${suffix}`);
    if (viewport === DESK) {
      await page.goto(`${portal.url}/user-settings`);
      await page.getByRole('group', { name: 'Quiet hours 2' }).scrollIntoViewIfNeeded();
      await take(page, 'quiet-hours');
    }
    await page.close();
  }
} finally {
  await browser.close();
  await endPortal(portal);
}
