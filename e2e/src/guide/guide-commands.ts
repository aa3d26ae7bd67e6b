import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { commandDefinitions, commands, definitions } from '@telltale/contract';
import { aCommandedPump, aSecondPerson, pumpTemplates, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { ADMIN_PASSWORD, endPortal, type Portal, startPortal } from '../testing/portal.ts';
import { openBrowser, openPage } from './guide-browser.ts';

/* Makes the pictures of docs/guide/commands.md with a portal of its own: `node e2e/src/guide/guide-commands.ts`. */

const OUT = resolve(import.meta.dirname, '../../../docs/images/commands');
const DEFINITION = 'Injection pump';
const SECOND = 'second@example.com';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What slides in has come to rest by then. */
const LAST_MS = 1_500;
const PATIENCE_MS = 120_000;

/** @param shows what the page says once it holds what the picture is of */
async function take(page: Page, portal: Portal, path: string, name: string, shows: RegExp): Promise<void> {
  await page.goto(portal.url + path);
  await page.getByText(shows).first().waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(LAST_MS);
  await page.screenshot({ path: resolve(OUT, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

const portal = await startPortal();
const browser = await openBrowser();
try {
  await mkdir(OUT, { recursive: true });
  const pumps = [];
  for (const place of ['North', 'South', 'East', 'West']) {
    pumps.push(await aCommandedPump(portal, `${place} pump`, DEFINITION));
  }
  const [north, south] = pumps;
  if (north === undefined || south === undefined) throw new Error('There are no pumps.');
  await pumpTemplates(portal, north.assetId);
  await aSecondPerson(portal, SECOND);
  const known = await portal.call<definitions.AssetDefinition[]>('GET', '/api/ef/assetdefinitions');
  const definition = known.find((one) => one.assetDefinitionName === DEFINITION)?.assetDefinitionId;
  const templates = await portal.call<commandDefinitions.CommandDefinition[]>(
    'GET',
    `/api/ef/assetdefinitions/${definition}/commanddefinitions`,
  );
  const template = (name: string) => templates.find((one) => one.name === name)?.commandDefinitionId;
  const send = (inputs: readonly object[]) => portal.call<commands.Command[]>('POST', '/api/commands', inputs);
  await send(
    pumps.map(({ assetId }, place) => ({
      assetId,
      commandDefinitionId: template('Set speed'),
      values: { speed: 30 + 10 * place },
    })),
  );
  await delay(LAST_MS);
  await south.device.endAsync();
  await send([{ assetId: south.assetId, command: '{"module":"pump","command":"status"}' }]);
  const [asked] = await send(pumps.map(({ assetId }) => ({ assetId, commandDefinitionId: template('Blow down') })));

  const administrator = { base: portal.url, username: 'admin', password: ADMIN_PASSWORD };
  const page = await openPage(browser, administrator, { viewport: DESK });
  await take(page, portal, `/assets?panel=${north.assetId}&panelTab=commands`, 'asset', /Awaiting release/);
  await take(
    page,
    portal,
    `/commands?send=${definition}&assets=${pumps.map(({ assetId }) => assetId).join(',')}`,
    'send',
    /^North pump/,
  );
  await page.goto(`${portal.url}/configuration/assetdefinitions/${definition}/commands`);
  await page.getByRole('button', { name: 'Edit Set speed' }).click();
  await page.waitForTimeout(LAST_MS);
  await page.screenshot({ path: resolve(OUT, 'template.png') });
  await page.context().close();
  const second = { base: portal.url, username: SECOND, password: SECOND_PASSWORD };
  const other = await openPage(browser, second, { viewport: DESK });
  await take(other, portal, '/commands', 'record', /Verified/);
  await take(other, portal, `/commands?command=${asked?.commandId}`, 'release', /^Refuse all 4$/);
  await other.getByRole('button', { name: 'Release all 4' }).click();
  await other.waitForTimeout(LAST_MS);
  await other.screenshot({ path: resolve(OUT, 'release-all.png') });
  await other.context().close();
  const phone = await openPage(browser, second, { viewport: PHONE, hasTouch: true, isMobile: true });
  await take(phone, portal, '/commands', 'phone', /Verified/);
  await phone.context().close();
  for (const { device } of pumps) if (device !== south.device) await device.endAsync();
} finally {
  await browser.close();
  await endPortal(portal);
}
