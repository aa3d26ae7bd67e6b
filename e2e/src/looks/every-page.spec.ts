import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { assets, systems } from '@telltale/contract';
import { expectLooksAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/*
 * Every page of the portal at the three widths: nothing hangs over its edge, nothing is pressed flat, nothing is said on the
 * console, and colours and sizes are those that people can read and hit. Each page is loaded once; its theme goes on from
 * width to width and from page to page, so that three pages meet all nine pairs.
 */

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];
/** Narrower windows have no button for the theme in their bar. */
const WITH_THEME_BUTTON = { width: 820, height: 1180 };

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

async function aFurnishedPortal(portal: Portal): Promise<Furnished> {
  const { assetId, accessToken } = await portal.anAsset('LOOKS-1', 'Looked at');
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
    { name: 'Looked at site', slots: [{ name: 'Tank', assetDefinitionId }] },
  );
  const { systemId } = await portal.call<systems.System>('POST', '/api/ef/systems', {
    name: 'Looked at site 1',
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

async function lookAt(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  await goTo(page, address);
  for (const [index, size] of SIZES.entries()) {
    if (index > 0) {
      await page.setViewportSize(WITH_THEME_BUTTON);
      await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label^="Theme:"]')?.click());
    }
    await page.setViewportSize(size);
    await settled(page);
    const theme = await page.evaluate(() => localStorage.getItem('theme'));
    const where = `${address}, ${size.width} px, ${theme}`;
    for (const fault of await faultsOf(page)) faults.push(`${where} ${fault}`);
    await expectLooksAccessible(page, where);
  }
  await page.setViewportSize(SIZES[0] ?? WITH_THEME_BUTTON);
  return faults;
}

test('every page stands at the three widths in the three themes, and says nothing on the console', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
  expect(paths.length).toBeGreaterThan(40);
  const furnished = await aFurnishedPortal(portal);
  await logIn(page, portal);
  const said = listen(page);
  await page.goto(`${portal.url}/exports`);
  await expect(page.getByRole('heading', { name: 'Exports' })).toBeVisible();
  const faults: string[] = [];
  for (const address of paths.flatMap((path) => addressesOf(path, furnished))) {
    faults.push(...(await lookAt(page, address)));
  }
  expect(faults).toEqual([]);
  expect(said).toEqual([]);
});

test('so do those of who is not logged in', async ({ page, portal }) => {
  const said = listen(page);
  await page.goto(`${portal.url}/login`);
  await expect(page.getByLabel('Username')).toBeVisible();
  const faults: string[] = [];
  for (const address of ['/login', '/register', '/confirm-address', '/acknowledge']) {
    faults.push(...(await lookAt(page, address)));
  }
  expect(faults).toEqual([]);
  expect(said).toEqual([]);
});
