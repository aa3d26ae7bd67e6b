import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { assets, systems } from '@telltale/contract';
import { expectLooksAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/*
 * Every page of the portal at the three widths: nothing hangs over its edge, nothing is pressed flat, nothing is said on the
 * console. The theme goes on from width to width and from page to page, and each page is held to the rules of colours and
 * targets at one width, so that nine pages meet all nine pairs.
 */

const DESK = { width: 1440, height: 900 };
const SIZES = [DESK, { width: 820, height: 1180 }, { width: 390, height: 844 }];
/** Side by side they take a third of the time. */
const PARTS = [0, 1, 2];

const ROUTES = resolve(import.meta.dirname, '../../../apps/web/src/shell/routes.ts');
const paths = [...readFileSync(ROUTES, 'utf8').matchAll(/^ {4}path: '([^']+)',$/gm)].map(([, path = '']) => path);

interface Furnished {
  assetId: number;
  dataItemId: number;
  systemId: number;
  assetDefinitionId: number;
}

/** Where routes with parts of their own are looked at; each other one at its path. */
function addressesOf(route: string, { assetId, dataItemId, systemId, assetDefinitionId }: Furnished): string[] {
  const addresses: Readonly<Record<string, string[]>> = {
    '/assets/:assetId/items/:dataItemId/why': [`/assets/${assetId}/items/${dataItemId}/why`],
    '/assets/:assetId/timeline': [`/assets/${assetId}/timeline`],
    '/assets/:assetId/report': [`/assets/${assetId}/report`],
    '/assets/:assetId/dashboard/*?': [`/assets/${assetId}/dashboard`],
    '/systems/:systemId/dashboard/*?': [`/systems/${systemId}/dashboard`],
    '/systems/:systemId?/:page?': ['/systems'],
    '/configuration/:subpage?/:id?/:panelName?': [
      '/configuration/assetdefinitions',
      `/configuration/assetdefinitions/${assetDefinitionId}?tab=dataitems`,
      `/configuration/systems/${systemId}`,
    ],
    '/handovers/:part?': ['/handovers', '/handovers/shifts'],
    '/connect/:kind?/:id?': ['/connect', `/connect/asset/${assetId}`],
    '/ifr/*?': ['/ifr/https://nowhere.example/'],
    '/admin': ['/admin', '/admin?tab=permissions&select=userGroup-1', '/admin?tab=units'],
    '/access': [`/access?asset=${assetId}`, '/access?user=1'],
    '/alerts': ['/alerts', '/alerts?tab=told', '/alerts?tab=ways'],
  };
  return addresses[route] ?? [route];
}

async function aFurnishedPortal(portal: Portal, name: string): Promise<Furnished> {
  const { assetId, accessToken } = await portal.anAsset(name, 'Looked at');
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ 'Looks Level': 7.5, 'Looks Flow': 3 }), {
    qos: 1,
  });
  await device.endAsync();
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const [item] = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { systemDefinitionId, slots } = await portal.call<systems.SystemDefinition>(
    'POST',
    '/api/ef/systemdefinitions',
    { name: `Site of ${name}`, slots: [{ name: 'Tank', assetDefinitionId }] },
  );
  const { systemId } = await portal.call<systems.System>('POST', '/api/ef/systems', {
    name: `${name} site`,
    systemDefinitionId,
    currentSlotAssignments: slots.map(({ slotId }) => ({ slotId, assetId })),
  });
  return { assetId, dataItemId: item?.dataItemId ?? 0, systemId, assetDefinitionId };
}

/** What the console says, by the page that made it say so. */
function listen(page: Page): string[] {
  const said: string[] = [];
  const where = () => new URL(page.url()).pathname;
  page.on('console', (message) => {
    // Who has no session is told so by the portal, and a machine without a graphics card has no map.
    const isExpected = /status of 401|WebGL|GPU stall/.test(message.text());
    if (message.type() === 'error' && !isExpected) said.push(`${where()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${where()}: ${error.message}`));
  return said;
}

/** By the client's own way from page to page: what is loaded once stays. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await page.waitForFunction(
    () =>
      document.querySelector('main')?.textContent !== '' &&
      ![...document.querySelectorAll('[role="status"]')].some((one) => /^(Loading|Checking)/.test(one.textContent)),
  );
}

/** Waits until what a change of size or theme begins is over. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What no page may show: an edge that hangs over, and a part that is there and has no height. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    const flat = [...document.querySelectorAll('main section[tabindex="0"], main table, main form')].filter(
      (one) => one.checkVisibility() && one.scrollHeight > 8 && one.clientHeight < 4,
    );
    return [
      ...(over > 0 ? [`hangs ${over} px over its edge`] : []),
      ...flat.map((one) => `is flat: ${one.getAttribute('aria-label') ?? one.className}`),
    ];
  });
}

/** @param index of the page among those that are looked at one after the other */
async function lookAt(page: Page, address: string, index: number): Promise<string[]> {
  const faults: string[] = [];
  await goTo(page, address);
  for (const [place, size] of SIZES.entries()) {
    // Before it narrows: the bar of a phone has no button for the theme.
    if (place > 0) {
      await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label^="Theme:"]')?.click());
      await page.setViewportSize(size);
    }
    await settled(page);
    const theme = await page.evaluate(() => localStorage.getItem('theme') ?? 'palette-dark');
    const where = `${address}, ${size.width} px, ${theme}`;
    for (const fault of await faultsOf(page)) faults.push(`${where} ${fault}`);
    if (place === Math.floor(index / SIZES.length) % SIZES.length) await expectLooksAccessible(page, where);
  }
  await page.setViewportSize(DESK);
  return faults;
}

async function lookAtAll(page: Page, addresses: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const [index, address] of addresses.entries()) faults.push(...(await lookAt(page, address, index)));
  expect(faults).toEqual([]);
}

for (const part of PARTS) {
  test(`every page stands at three widths in three themes, and says nothing on the console: part ${part + 1}`, async ({
    page,
    portal,
  }) => {
    // Seconds where nothing else runs, and minutes where much does.
    test.setTimeout(600_000);
    expect(paths.length).toBeGreaterThan(40);
    const furnished = await aFurnishedPortal(portal, `LOOKS-${part}`);
    await logIn(page, portal);
    const said = listen(page);
    await page.goto(`${portal.url}/exports`);
    await expect(page.getByRole('heading', { name: 'Exports' })).toBeVisible();
    const addresses = paths.flatMap((path) => addressesOf(path, furnished));
    await lookAtAll(
      page,
      addresses.filter((_, index) => index % PARTS.length === part),
    );
    expect(said).toEqual([]);
  });
}

test('so do the pages of who is not logged in', async ({ page, portal }) => {
  const said = listen(page);
  await page.goto(`${portal.url}/login`);
  await expect(page.getByLabel('Username')).toBeVisible();
  await lookAtAll(page, ['/login', '/register', '/confirm-address', '/acknowledge']);
  expect(said).toEqual([]);
});

test('another theme is there at once where movement is not wanted', async ({ page, portal }) => {
  await logIn(page, portal);
  await page.goto(`${portal.url}/user-settings`);
  const light = page.getByRole('radio', { name: 'Light For daylight' });
  await expect(light).toBeVisible();
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    document.addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName), true);
  });
  await light.check();
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(22, 32, 42)');
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});
