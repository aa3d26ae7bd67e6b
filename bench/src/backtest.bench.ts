/**
 * How soon a rule is tried on the past: on one asset, and on a hundred, two at a time as the browser asks. `BENCH_DAYS` and
 * `BENCH_STEP_SECONDS` say how much past there is: 30 days at a value each ten seconds when they are left out; `BENCH_ASSETS` and
 * `BENCH_AT_ONCE` how many others than a hundred assets, two at a time; `BENCH_RULES` other rules, with `;` between them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId, AssetId } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { DataItemRepository } from '@telltale/server/features/definitions/data-item-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { hashToken } from '@telltale/server/random-token.ts';
import { startServer } from '@telltale/server/server.ts';
import { head, row } from './alarms/report.ts';

const ASSETS = Number(process.env.BENCH_ASSETS ?? 100);
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 2);
const DAYS = Number(process.env.BENCH_DAYS ?? 30);
const STEP_MS = 1_000 * Number(process.env.BENCH_STEP_SECONDS ?? 10);
const PASSWORD = 'a benchmark password';
const ROWS = 100_000;
const USUAL = [
  '_A > 95',
  '_A > 80 and _B > 80',
  'count(_A > 80, 3600) > 3 and _B > 80',
  'avg(_A, 60) > 80 and _B > 80',
  'stddev(_A, 3600) > 5 and _B > 80',
];
const RULES = process.env.BENCH_RULES?.split(';') ?? USUAL;

const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data') };
const config = { ...readConfig(settings), httpPort: 0, mqttPort: 0, adminPassword: PASSWORD };
const toMs = Date.now();
const fromMs = toMs - DAYS * 86_400_000;
const maker = await startServer(config, { log: createLog('error') });
const assetIds = await makeAssets(maker);
// What was written past the portal it learns when it starts.
await maker.close();
const server = await startServer(config, { log: createLog('error') });
const url = `http://127.0.0.1:${server.httpPort}`;
const cookie = await logIn();

async function makeAssets({ context }: Awaited<ReturnType<typeof startServer>>): Promise<number[]> {
  const { assetDefinitionId } = await context.definitionService.create(systemCaller, 'Pump');
  const assets = new AssetRepository(context.db);
  for (let n = 0; n < ASSETS; n++) {
    await assets.insert({
      ...{ assetDefinitionId, adminId: 1 as AdminId, serialNumber: `P-${n}`, assetAlias: '', description: '' },
      ...{ tokenHash: hashToken(`token-${n}`), createdMs: Date.now() },
    });
  }
  const ids = Array.from({ length: ASSETS }, (_, n) => n + 1);
  const items = new DataItemRepository(context.db);
  const dataItemIds = [...(await items.ensure(['A', 'B'], 1)).values()].map(({ dataItemId }) => dataItemId);
  for (const assetId of ids) {
    await items.addToAsset(assetId as AssetId, dataItemIds, 1);
    for (const [place, id] of dataItemIds.entries()) {
      for (let startMs = fromMs; startMs < toMs; startMs += ROWS * STEP_MS) {
        const batch = new PointBatch();
        for (let at = startMs; at < Math.min(toMs, startMs + ROWS * STEP_MS); at += STEP_MS) {
          const value = Math.round((50 + 45 * Math.sin(at / 9e6 + assetId + place) + 5 * Math.random()) * 10) / 10;
          batch.add(seriesKey(assetId as AssetId, id), at, value, 192);
        }
        await context.historian.append(batch);
      }
    }
  }
  return ids;
}

async function logIn(): Promise<string> {
  const headers = { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };
  const reply = await fetch(`${url}/api/ef/auth/login`, { headers });
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function tryOn(assetId: number, expression: string): Promise<number> {
  const began = performance.now();
  const reply = await fetch(`${url}/api/ef/alarmdefinitions/backtest`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({
      ...{ assetId, expression },
      ...{ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    }),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  await reply.json();
  return performance.now() - began;
}

const each = Math.round((DAYS * 86_400_000) / STEP_MS).toLocaleString('en');
const [warm] = assetIds;
if (warm !== undefined) await tryOn(warm, '_A > 0 and _B > 0');
head(`${DAYS} days of ${each} values of each of two data items`);
for (const expression of RULES) {
  const one: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = assetIds[next++]; id !== undefined; id = assetIds[next++]) one.push(await tryOn(id, expression));
    }),
  );
  const all = performance.now() - began;
  row(`\`${expression}\`, one asset of ${AT_ONCE} at a time`, one, '');
  row(`\`${expression}\`, all ${ASSETS} assets`, [all], '< 20,000 ms');
}
await server.close();
await rm(folder, { recursive: true, force: true });
