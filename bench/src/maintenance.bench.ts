/**
 * Parts: the grid of an asset whose 85 parts have five years of records, and the forecast over all assets, 85 parts each.
 * `--assets=1000` says how many there are.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId, AssetId } from '@telltale/contract';
import { PART_CATEGORIES, PODS } from '@telltale/domain/field/parts/part-name.ts';
import { PointBatch, seriesKey } from '@telltale/historian';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { DataItemRepository } from '@telltale/server/features/definitions/data-item-repository.ts';
import { EventDefinitionRepository } from '@telltale/server/features/events/event-definition-repository.ts';
import { EventRepository } from '@telltale/server/features/events/event-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { startServer } from '@telltale/server/server.ts';

const ASSETS = Number(process.argv.find((one) => one.startsWith('--assets='))?.slice(9) ?? 1_000);
const DAY_MS = 86_400_000;
const NOW_MS = Date.now();
const DAYS = 45;
const PER_DAY = 9.2;
/** An interval of 300 hours at 9.2 a day, for five years. */
const RECORDS = 56;
const PASSWORD = 'a benchmark password';
const LABEL = 'Pump Hours';

const folder = await mkdtemp(join(tmpdir(), 'telltale-maintenance-'));
const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data'), TELLTALE_MQTT_PORT: 'off' };
const config = { ...readConfig(settings), httpPort: 0, adminPassword: PASSWORD };
try {
  const seeding = await startServer(config, { log: createLog('error') });
  await seed(seeding.context);
  await seeding.close();
  const server = await startServer(config, { log: createLog('error') });
  const url = `http://127.0.0.1:${server.httpPort}`;
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const login = await fetch(`${url}/api/ef/auth/login`, { headers: { authorization, 'X-Requested-With': 'Telltale' } });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const ask = async (path: string) => {
    const start = performance.now();
    const reply = await fetch(url + path, { headers: { cookie } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text}`);
    return performance.now() - start;
  };
  const first = await ask('/api/ef/maintenance/forecast?limit=50');
  console.log(`The forecast, asked for as soon as the portal listens: ${first.toFixed(0)} ms.\n`);
  console.log('| what | first, ms | median, ms | 95 %, ms |\n|---|---|---|---|');
  const measure = async (name: string, path: string) => {
    const first = await ask(path);
    const took: number[] = [];
    for (let n = 0; n < 15; n++) took.push(await ask(path));
    took.sort((a, b) => a - b);
    const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(1);
    console.log(`| ${name} | ${first.toFixed(0)} | ${at(0.5)} | ${at(0.95)} |`);
  };
  const past = new Date(NOW_MS - 20 * DAY_MS).toISOString();
  await measure(`grid of 85 parts, ${RECORDS} records each`, '/api/ef/assets/1/functions/maintenance');
  await measure('the same at a past time', `/api/ef/assets/1/functions/maintenance?at=${past}`);
  await measure(`forecast over ${ASSETS} assets, 85 parts each`, '/api/ef/maintenance/forecast?limit=50');
  await measure('the same, one category', '/api/ef/maintenance/forecast?limit=50&category=Plunger');
  await server.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function seed({ db, definitionService, clock, historian }: Awaited<ReturnType<typeof startServer>>['context']) {
  const { assetDefinitionId } = await definitionService.create(systemCaller, 'Rig');
  const item = [...(await new DataItemRepository(db).ensure([LABEL], 1)).values()][0];
  if (!item) throw new Error('There is no data item.');
  const names = PODS.flatMap((pod) => PART_CATEGORIES.map((category) => `Pod ${pod} - ${category}`));
  const assetIds: AssetId[] = [];
  await db.transaction().execute(async (trx) => {
    const kinds = new EventDefinitionRepository(trx);
    const kindIds = [];
    for (const name of names) {
      const kind = await kinds.insert({ assetDefinitionId, name, alias: '', category: 1, reason: '' }, clock.now());
      kindIds.push(kind.eventDefinitionId);
    }
    const [assets, items, events] = [new AssetRepository(trx), new DataItemRepository(trx), new EventRepository(trx)];
    for (let n = 1; n <= ASSETS; n++) {
      const fields = { assetDefinitionId, adminId: 1 as AdminId, serialNumber: `SU-${n}`, assetAlias: `Rig ${n}` };
      const made = await assets.insert({ ...fields, description: '', tokenHash: `token of ${n}`, createdMs: NOW_MS });
      if (!made) throw new Error('The data folder is not new.');
      const { assetId } = made;
      assetIds.push(assetId);
      await items.addToAsset(assetId, [item.dataItemId], 1);
      const records = n === 1 ? RECORDS : 1;
      const done = kindIds.flatMap((eventDefinitionId, at) =>
        Array.from({ length: records }, (_, back) => {
          const daysAgo = 1 + ((n + at * 7) % 30) + back * (300 / PER_DAY);
          const reading = Math.max(0, (DAYS - daysAgo) * PER_DAY);
          const meta = JSON.stringify({ [LABEL]: Math.round(reading * 100) / 100, details: { selection: 'P-1' } });
          const timestampMs = NOW_MS - daysAgo * DAY_MS;
          const rest = { receivedMs: timestampMs, cause: 'Replaced.', meta, status: 3 as const, user: 'crew' };
          return { assetId, eventDefinitionId, timestampMs, ...rest };
        }),
      );
      await events.insertOfExisting(done);
    }
  });
  for (let minute = 0; minute < DAYS * 1_440; minute += 360) {
    const batch = new PointBatch();
    for (let step = minute; step < minute + 360; step += 15) {
      const timeMs = NOW_MS - DAYS * DAY_MS + step * 60_000;
      const hours = Math.round((step / 1_440) * PER_DAY * 100) / 100;
      for (const assetId of assetIds) batch.add(seriesKey(assetId, item.dataItemId), timeMs, hours, 192);
    }
    await historian.append(batch);
  }
}
