import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { ownership } from '@telltale/contract';
import { findHeadlessChromium } from '../chromium.ts';
import { DESK, openLook, PHONE, readSitting } from './guide-browser.ts';
import { openPortal, type PortalClient } from './portal-client.ts';

/*
 * Makes the pictures of docs/guide/configuration.md and of rights for docs/guide/administration.md: `npm run demo` in one terminal,
 * then `node e2e/src/guide/rights-screens.ts http://localhost:8080 admin PASSWORD`, and the names of pictures behind it where
 * not all are wanted. The demonstration keeps the people and groups that this makes.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');
const WIDE = { width: 1440, height: 860 };

interface Screen {
  /** Below the images. */
  readonly name: string;
  readonly path: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: 'dark' | 'light';
  /** A text of the page that is there once it stands. */
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const PEOPLE = ['ada', 'bruno', 'carla', 'dana', 'emil', 'farah', 'gert', 'hilde', 'ines', 'jonas'];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Operators: ['ada', 'bruno', 'carla', 'dana'],
  'Field managers': ['emil', 'farah'],
  Contractors: ['gert', 'emil'],
};
const LOOKS = ['Assets', 'Alarms', 'CurrentDataItems', 'HistoricalDataItems', 'Dashboard', 'Events'];

const addressOf = (name: string) => `${name}@example.com`;

/** People and groups as a small company has them; those that are there already are left as they are. */
async function makePeople(client: PortalClient): Promise<Record<string, number>> {
  const owned = await client.call<ownership.Ownership>('/api/ef/admin/users/ownership');
  const users = new Map<string, number>(owned.users.map(({ username, userId }) => [username, userId]));
  for (const name of PEOPLE) {
    if (users.has(addressOf(name))) continue;
    const user = { userId: 0, username: addressOf(name), password: '', email: false };
    const { userId } = await client.call<{ userId: number }>('/api/users?sendEmail=false', 'POST', user);
    users.set(addressOf(name), userId);
  }
  const groups: Record<string, number> = {};
  const permian = owned.assetGroups.find(({ assetGroupName }) => assetGroupName === 'Permian');
  for (const [userGroupName, members] of Object.entries(GROUPS)) {
    const known = owned.userGroups.find((group) => group.userGroupName === userGroupName);
    groups[userGroupName] = known?.userGroupId ?? 0;
    if (known) continue;
    const { userGroupId } = await client.call<ownership.UserGroup>('/api/usergroups', 'POST', { userGroupName });
    groups[userGroupName] = userGroupId;
    const path = `/api/usergroups/${userGroupId}`;
    const mayChange = userGroupName === 'Field managers';
    const list = LOOKS.map((type) => ({ type, view: true, create: mayChange, delete: false, modify: mayChange }));
    await client.call(`${path}/permissions/groupedlist`, 'POST', list);
    await client.call(
      `${path}/users`,
      'PUT',
      members.map((name) => users.get(addressOf(name))),
    );
    if (permian) await client.call(`${path}/assetgroups`, 'PUT', [permian.assetGroupId]);
  }
  const units = await client.call<ownership.AdminUnit[]>('/api/ef/admin/adminunits');
  for (const adminName of ['Permian Basin', 'Appalachia']) {
    if (!units.some((unit) => unit.adminName === adminName)) {
      await client.call('/api/ef/admin/adminunits', 'POST', [{ adminId: 0, adminName, parentAdminId: 1 }]);
    }
  }
  return { ...groups, emil: users.get(addressOf('emil')) ?? 0 };
}

const choose = (button: string | RegExp) => (page: Page) => page.getByRole('button', { name: button }).first().click();

async function pasteCsv(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste CSV' }).click();
  await page.getByRole('textbox', { name: 'CSV' }).fill('label,unit\nSuction Pressure,bar\nFlow,m³/h\nLevel,m');
  await page.getByText('m³/h').last().waitFor();
}

async function tryAlarm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit High bearing temperature' }).click();
  const form = page.getByRole('region', { name: 'Try on history' });
  await form.scrollIntoViewIfNeeded();
  await form.getByRole('button', { name: 'Back-test' }).click();
  await form
    .getByText(/raised|would/)
    .first()
    .waitFor();
}

/** The file of the pump station with a unit, an alarm and a data item of another's. */
async function applyFile(page: Page): Promise<void> {
  const file = await page.request.get(`${sitting.base}/api/ef/assetdefinitions/${await pumpStation()}/file`);
  const text = (await file.text()).replace('"psi"', '"bar"').replace('High vibration', 'Strong vibration');
  await page.getByRole('button', { name: 'Apply a file' }).click();
  const dialog = page.getByRole('dialog');
  const chosen = { name: 'pump-station.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await dialog.locator('input[type=file]').setInputFiles(chosen);
  await dialog.getByText(/would be changed/).waitFor();
}

async function pumpStation(): Promise<number> {
  const all =
    await client.call<{ assetDefinitionId: number; assetDefinitionName: string }[]>('/api/ef/assetdefinitions');
  return all.find(({ assetDefinitionName }) => assetDefinitionName === 'Pump Station')?.assetDefinitionId ?? 0;
}

const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const ids = await makePeople(client);
const pump = await pumpStation();
const definitions = '/configuration/assetdefinitions';

const screens: readonly Screen[] = [
  { name: 'configuration/definitions', path: definitions, ready: 'Tank Battery' },
  { name: 'configuration/definition', path: `${definitions}/${pump}?tab=dataitems`, ready: 'Bearing Temperature' },
  { name: 'configuration/file', path: `${definitions}/${pump}`, ready: 'What uses it', prepare: applyFile },
  { name: 'configuration/data-items', path: `${definitions}/${pump}/dataitems`, ready: 'Flow Rate', prepare: pasteCsv },
  { name: 'configuration/alarms', path: `${definitions}/${pump}/alarms`, ready: 'High vibration', prepare: tryAlarm },
  {
    ...{ name: 'configuration/delete', path: '/configuration/assets', ready: 'Amwell Water 4' },
    prepare: async (page) => {
      await choose('Delete Amwell Water 4')(page);
      await page
        .getByText(/data item/)
        .first()
        .waitFor();
    },
  },
  { name: 'configuration/slots', path: '/configuration/systemdefinitions/1', ready: 'Slots' },
  { name: 'configuration/system', path: '/configuration/systems/2', ready: 'Slots' },
  { name: 'configuration/phone', path: definitions, ready: 'Pump Station', viewport: PHONE },
  { name: 'admin-new-user', path: '/admin', ready: 'Permian', viewport: WIDE, prepare: choose('New user') },
  {
    ...{ name: 'admin-ownership', path: `/admin?select=userGroup-${ids.Operators}`, ready: 'Selected user group' },
    viewport: WIDE,
  },
  {
    ...{ name: 'admin-permissions', path: `/admin?tab=permissions&select=userGroup-${ids.Operators}` },
    ...{ ready: 'Operators Permissions', viewport: WIDE },
  },
  {
    ...{ name: 'admin-effective', path: `/admin?tab=permissions&select=user-${ids.emil}` },
    ...{ ready: 'Read-only', viewport: WIDE, theme: 'light' },
  },
  {
    ...{ name: 'admin-alerts', path: `/admin?select=userGroup-${ids.Operators}`, ready: 'Selected user group' },
    ...{ viewport: WIDE, prepare: choose(/^Alerts of Permian for Operators/) },
  },
  { name: 'admin-units', path: '/admin?tab=units', ready: 'Appalachia', viewport: { width: 1440, height: 620 } },
  {
    ...{ name: 'admin-phone', path: `/admin?select=userGroup-${ids.Operators}`, ready: 'Selected user group' },
    viewport: PHONE,
  },
  { name: 'asset-groups', path: '/assetgroups?group=2', ready: 'Midland Transfer 7', viewport: WIDE },
];

// No map is among them, so nothing is drawn by a graphics card's stand-in.
const browser = await chromium.launch({
  executablePath: findHeadlessChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await mkdir(resolve(IMAGES, 'configuration'), { recursive: true });
  for (const { name, path, viewport = DESK, theme = 'dark', ready, prepare } of screens) {
    if (sitting.rest.length > 0 && !sitting.rest.includes(name)) continue;
    const page = await openLook(browser, sitting, { viewport, theme });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${sitting.base}${path}`);
    await page.getByText(ready).first().waitFor();
    await prepare?.(page);
    await page.waitForTimeout(600);
    await page.screenshot({ path: resolve(IMAGES, `${name}.png`), timeout: 90_000 });
    await page.context().close();
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
}
