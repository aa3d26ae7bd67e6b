import type { assets } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { AssetImportService } from './asset-import-service.ts';

const ASSETS = 2_500;
const attributes = Array.from({ length: 3 }, (_, n) => ({ attributeName: `Attribute ${n}`, attributeValue: 'x' }));

describe.each(everyPortal())('a large file of assets, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;

  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
    await admin.post('/api/ef/assetdefinitions', { assetDefinitionName: 'Pump' });
  });
  afterAll(() => portal.close());

  const linesOf = (prefix: string) =>
    Array.from({ length: ASSETS }, (_, n) => ({
      line: n + 2,
      serialNumber: `${prefix}-${n}`,
      assetDefinition: 'Pump',
      latitude: 30,
      longitude: -100,
      attributes,
    }));
  /** How many assets of the file there are, and how many attributes they have. */
  const countOf = async (prefix: string) => {
    const all = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    const own = all.filter(({ serialNumber }) => serialNumber.startsWith(`${prefix}-`));
    return { assets: own.length, attributes: own.reduce((sum, asset) => sum + asset.attributes.length, 0) };
  };

  it('leaves nothing behind when it breaks off half way', async () => {
    const { work, news, definitionService } = portal.context;
    let looks = 0;
    const service = new AssetImportService({
      work,
      events: news.assets,
      definitions: () => definitionService.list(),
      // The assets are inserted then, their positions and attributes are not.
      clock: {
        now: () => {
          if (++looks > 1) throw new Error('The clock has stopped.');
          return 1;
        },
      },
      newToken: () => `token ${Math.random()}`,
      hashToken: (token) => token,
    });
    const caller = systemCaller;
    await expect(service.apply(caller, linesOf('HALF'))).rejects.toThrow('The clock has stopped.');
    expect(await countOf('HALF')).toEqual({ assets: 0, attributes: 0 });
    const { body } = await admin.get<{ entries: { what: string; after: unknown }[] }>(
      '/api/journal?kind=asset&limit=50',
    );
    expect(JSON.stringify(body.entries)).not.toContain('HALF-');
  });

  it('is seen whole or not at all by who asks meanwhile, and everybody is answered', async () => {
    let isOver = false;
    const taken = admin.post('/api/ef/assets/import', { lines: linesOf('WHOLE'), preview: false }).finally(() => {
      isOver = true;
    });
    const seen = new Set<number>();
    while (!isOver) seen.add((await countOf('WHOLE')).assets);
    expect((await taken).status).toBe(200);
    expect(await countOf('WHOLE')).toEqual({ assets: ASSETS, attributes: ASSETS * attributes.length });
    for (const count of seen) expect([0, ASSETS]).toContain(count);
  });
});
