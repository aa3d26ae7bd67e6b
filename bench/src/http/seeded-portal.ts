/**
 * A portal in a process of its own with what the HTTP benchmarks ask for: 10,000 assets with 10 attributes each, and 20
 * series of 24 h at 1 Hz. Tells its address and an administrator's cookie to the parent, and ends with it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId, AssetId } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import type { Context } from '@telltale/server/context.ts';
import { AssetAttributeRepository } from '@telltale/server/features/assets/asset-attribute-repository.ts';
import { AssetCoordinatesRepository } from '@telltale/server/features/assets/asset-coordinates-repository.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { DataItemRepository } from '@telltale/server/features/definitions/data-item-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { startServer } from '@telltale/server/server.ts';

export interface SeededPortal {
  url: string;
  authorization: string;
  assetId: number;
  dataItemIds: number[];
  startMs: number;
}

const ASSETS = 10_000;
const ATTRIBUTES = 10;
const SERIES = 20;
const SECONDS = 86_400;
const PASSWORD = 'a benchmark password';
const START_MS = Date.UTC(2026, 0, 1);

async function seedAssets({ db, definitionService, clock }: Context): Promise<void> {
  const { assetDefinitionId } = await definitionService.create(systemCaller, 'Pump station');
  await db.transaction().execute(async (trx) => {
    const assets = new AssetRepository(trx);
    const attributes = new AssetAttributeRepository(trx);
    const coordinates = new AssetCoordinatesRepository(trx);
    for (let n = 1; n <= ASSETS; n++) {
      const created = await assets.insert({
        assetDefinitionId,
        adminId: 1 as AdminId,
        serialNumber: `PS-${n}`,
        assetAlias: `Pump station ${n}`,
        description: 'A station of the benchmark',
        tokenHash: `token of ${n}`,
        createdMs: clock.now(),
      });
      if (!created) throw new Error('The data folder is not new.');
      const { assetId } = created;
      await coordinates.append({
        assetId,
        latitude: 30 + n / 10_000,
        longitude: -102 - n / 10_000,
        setMs: clock.now(),
      });
      for (let a = 0; a < ATTRIBUTES; a++) await attributes.put(assetId, `attribute ${a}`, `value ${a} of asset ${n}`);
    }
  });
}

async function seedHistory({ db, historian }: Context, assetId: AssetId): Promise<number[]> {
  const items = new DataItemRepository(db);
  const labels = Array.from({ length: SERIES }, (_, index) => `Series ${index}`);
  const ids = [...(await items.ensure(labels, 1)).values()].map((item) => item.dataItemId);
  await items.addToAsset(assetId, ids, 1);
  for (let second = 0; second < SECONDS; second += 600) {
    const batch = new PointBatch();
    for (let s = second; s < second + 600; s++) {
      for (const [index, id] of ids.entries()) {
        const value = Math.round((50 + 40 * Math.sin(s / 900 + index) + Math.random()) * 100) / 100;
        batch.add(seriesKey(assetId, id), START_MS + s * 1000, value, 192);
      }
    }
    await historian.append(batch);
  }
  return ids;
}

const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data'), TELLTALE_MQTT_PORT: 'off' };
const config = { ...readConfig(settings), httpPort: 0, adminPassword: PASSWORD };
const server = await startServer(config, { log: createLog('error') });
await seedAssets(server.context);
const dataItemIds = await seedHistory(server.context, 1 as AssetId);
const ready: SeededPortal = {
  url: `http://127.0.0.1:${server.httpPort}`,
  authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
  assetId: 1,
  dataItemIds,
  startMs: START_MS,
};
process.send?.(ready);
process.on('message', async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
  process.disconnect();
});
