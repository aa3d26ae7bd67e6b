import { findHeadlessChromium } from '../chromium.ts';
import { test as base } from '../testing/journey.ts';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';
import { anEquipment, keepCurrent, send } from './equipment.ts';
import { FILE, LEVEL, miscTiles, STATE } from './misc-tiles.ts';
import { aSite } from './site.ts';
import { buildAndSeeAgain } from './tile-journey.ts';

interface OwnFixtures {
  site: string;
  portal: Portal;
}

/** A portal of this file's own: it knows a site that may be shown in frames. */
const test = base.extend<object, OwnFixtures>({
  site: [
    async ({ browserName: _browser }, use) => {
      const site = await aSite();
      await use(site.origin);
      site.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ site }, use) => {
      const portal = await startPortal({ 'frames.json': { sites: [{ origin: site }] } });
      await use(portal);
      await endPortal(portal);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({
  timezoneId: 'UTC',
  // Maps are drawn with WebGL, which this machine's processor has to do.
  launchOptions: {
    executablePath: findHeadlessChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
});

async function uploadFile(portal: Portal, assetId: number): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([FILE.text]), FILE.name);
  await portal.upload(`/api/ef/assets/${assetId}/files`, body);
}

test('frames, maps, texts and tables are added, set up in their forms, saved, and seen again', async ({
  page,
  portal,
  site,
}) => {
  // The processor draws the map, which it does at a fraction of a graphics card's speed.
  test.setTimeout(120_000);
  const equipment = await anEquipment(portal, 'MISC-1');
  await keepCurrent(portal, equipment);
  const { assetId, assetDefinitionId, serialNumber } = equipment;
  await send(portal, equipment, [{ values: { [LEVEL.label]: 10, [STATE.label]: STATE.value } }]);
  await portal.call('PUT', '/api/ef/alarmdefinitions', [
    { assetDefinitionId, name: 'MiscHigh', severity: 5, alarmExpression: { expression: `_${LEVEL.label} > 40` } },
  ]);
  await send(portal, equipment, [{ values: { [LEVEL.label]: LEVEL.value } }]);
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { assetId, latitude: 31.5, longitude: -103.25 });
  await uploadFile(portal, assetId);
  const other = await anEquipment(portal, 'MISC-2');
  await portal.call('POST', `/api/assets/${other.assetId}/coordinates`, {
    assetId: other.assetId,
    latitude: 32.5,
    longitude: -102.25,
  });
  const page2 = `${site}/own`;
  await portal.call('POST', `/api/Assets/${other.assetId}/Attributes`, {
    attributeName: 'interfaceUrl',
    attributeValue: page2,
  });
  const neighbour = { assetId: other.assetId, serialNumber: other.serialNumber, page: `/ifr/${page2}` };
  await buildAndSeeAgain(page, portal, assetId, miscTiles({ serialNumber, neighbour, site }));
});
