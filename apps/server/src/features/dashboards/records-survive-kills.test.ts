import { join } from 'node:path';
import type { assets, dashboards } from '@telltale/contract';
import { expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { findCorruption } from '#db/migrate.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

/** Guarantee R3 asks for 100 (TELLTALE_TEST_KILLS=100); each costs the start of a portal. */
const KILLS = Number(process.env.TELLTALE_TEST_KILLS ?? 8);
const WRITERS = 4;

/** What the portal said it has: serial numbers by asset id, and the last answered version of each dashboard. */
interface Promised {
  serialNumbers: Map<number, string>;
  versions: Map<number, number>;
  onAsset: () => void;
}

/** Creates assets and saves dashboards until the portal is gone. */
async function write(
  admin: PortalClient,
  assetDefinitionId: number,
  writer: string,
  promised: Promised,
): Promise<void> {
  const body = { dashboardId: 0, assetDefinitionId, config: '{"n":0}' };
  const made = await admin.post<dashboards.Dashboard>('/api/dashboards', body);
  const { dashboardId } = made.body;
  promised.versions.set(dashboardId, 1);
  for (let n = 1; ; n++) {
    const serialNumber = `${writer}-${n}`;
    const asset = await admin.post<assets.Asset>('/api/assets', { serialNumber, assetDefinitionId });
    if (asset.status === 200) {
      promised.serialNumbers.set(asset.body.assetId, serialNumber);
      promised.onAsset();
    }
    const saved = await admin.post<dashboards.Dashboard>('/api/dashboards', {
      ...body,
      dashboardId,
      config: `{"n":${n}}`,
    });
    if (saved.status === 200) promised.versions.set(dashboardId, saved.body.version);
  }
}

it(
  `keeps every asset and dashboard that it answered for, over ${KILLS} kills`,
  async () => {
    const folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const promised: Promised = { serialNumbers: new Map(), versions: new Map(), onAsset: () => undefined };
    let assetDefinitionId = 0;
    /** The session of the first portal; it outlives the kills as everything else does. */
    let first: PortalClient | undefined;
    const sessionAt = async (url: string) => first?.at(url) ?? logIn(url, 'admin', TEST_PASSWORD);
    for (let kill = 1; kill <= KILLS; kill++) {
      const portal = await startPortalProcess(data);
      const admin = await sessionAt(portal.url);
      first ??= admin;
      if (assetDefinitionId === 0) {
        const made = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
          assetDefinitionName: 'x',
        });
        assetDefinitionId = made.body.assetDefinitionId;
      }
      // The moment of the kill differs with each round, and lies in the middle of writing.
      const enough = promised.serialNumbers.size + 5 + ((kill * 37) % 60);
      const isEnough = new Promise<void>((resolve) => {
        promised.onAsset = () => {
          if (promised.serialNumbers.size >= enough) resolve();
        };
      });
      const writers = Array.from({ length: WRITERS }, (_, n) =>
        write(admin, assetDefinitionId, `${kill}-${n}`, promised),
      );
      const writing = Promise.allSettled(writers);
      await isEnough;
      await portal.kill('SIGKILL');
      await writing;
    }
    const db = openDatabase({ file: join(data, 'portal.db') });
    expect(await findCorruption(db)).toBeUndefined();
    await db.destroy();

    const portal = await startPortalProcess(data);
    const admin = await sessionAt(portal.url);
    const list = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    const kept = new Map(list.map((asset) => [Number(asset.assetId), asset.serialNumber]));
    for (const [assetId, serialNumber] of promised.serialNumbers) expect(kept.get(assetId)).toBe(serialNumber);
    for (const [dashboardId, version] of promised.versions) {
      const { body } = await admin.get<dashboards.Dashboard>(`/api/dashboards/${dashboardId}`);
      // The save after the last answered one may have been kept too.
      expect([version, version + 1]).toContain(body.version);
      expect(body.config).toBe(`{"n":${body.version - 1}}`);
    }
    await portal.kill('SIGTERM');
    await folder.remove();
  },
  120_000 + 20_000 * KILLS,
);
