/**
 * A portal in a process of its own with assets whose tokens the load generator knows. Tells its port to the parent,
 * answers what it has stored and how long its event loop stood still, and ends with it.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type AdminId, type AssetId, alarmDefinitions } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { DataItemRepository } from '@telltale/server/features/definitions/data-item-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { hashToken } from '@telltale/server/random-token.ts';
import { startServer } from '@telltale/server/server.ts';
import { folderBytes } from '../historian/process-facts.ts';

export interface DevicePortal {
  pid: number;
  mqttPort: number;
  url: string;
  /** The Authorization header of an administrator's login. */
  authorization: string;
}

/** History that `year` or a number of points made, on the asset after those of the load. */
export interface YearOfHistory {
  assetId: number;
  dataItemIds: number[];
  startMs: number;
  endMs: number;
}

/** How far behind its timers the event loop was since the last time it was asked. */
export interface LoopLag {
  p99Ms: number;
  maxMs: number;
}

/** A history of ten series with a value a second. */
export interface HistoryOrder {
  points: number;
}

/** Alarms, or calculated data items, of all assets of the load from here on; those that there were are gone. */
export interface ExpressionOrder {
  alarms: readonly string[];
  calculations: readonly string[];
}

/** What the parent may ask. */
export type PortalQuestion = 'facts' | 'lag' | 'year' | 'stop' | HistoryOrder | ExpressionOrder;

export interface StoredFacts {
  /** Points that the ingest has put on disk. */
  stored: number;
  /** Points in the history. */
  points: number;
  bytesOnDisk: number;
}

const PASSWORD = 'a benchmark password';
const YEAR_SERIES = 50;
const YEAR_MS = 365 * 86_400_000;
/** Just below what one answer may hold, 50 series together. */
const YEAR_STEP_MS = 330_000;

const EXPORT_SERIES = 10;
const EXPORT_STEP_MS = 1_000;

const assets = Number(process.argv[2]);
/** A folder that is given stays, and may hold the assets already. */
const given = process.argv[3];
const folder = given ?? (await mkdtemp(join(tmpdir(), 'telltale-bench-')));
const isNew = !existsSync(join(folder, 'data'));
const settings = {
  TELLTALE_HOST: '127.0.0.1',
  TELLTALE_DATA: join(folder, 'data'),
  TELLTALE_HISTORY_URL: process.env.TELLTALE_HISTORY_URL,
};
const config = { ...readConfig(settings), httpPort: 0, mqttPort: 0, adminPassword: PASSWORD };
const server = await startServer(config, { log: createLog('error') });
const { context } = server;
if (isNew) await makeAssets();

async function makeAssets(): Promise<void> {
  const { assetDefinitionId } = await context.definitionService.create(systemCaller, 'Pump station');
  await context.db.transaction().execute(async (trx) => {
    const repository = new AssetRepository(trx);
    for (let n = 0; n <= assets; n++) {
      await repository.insert({
        assetDefinitionId,
        adminId: 1 as AdminId,
        serialNumber: `PS-${n}`,
        assetAlias: '',
        description: '',
        tokenHash: hashToken(`token-${n}`),
        createdMs: Date.now(),
      });
    }
  });
}

const lag = monitorEventLoopDelay({ resolution: 5 });
lag.enable();

function readLag(): LoopLag {
  // The histogram counts the whole span between two ticks, the 5 ms that it waits included.
  const lagMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 5);
  const read = { p99Ms: lagMs(lag.percentile(99)), maxMs: lagMs(lag.max) };
  lag.reset();
  return read;
}

/** @param spread what is added to each value, at most */
async function makeHistory(
  { series, spanMs, stepMs }: { series: number; spanMs: number; stepMs: number },
  spread = 0,
): Promise<YearOfHistory> {
  const assetId = assets + 1;
  const items = new DataItemRepository(context.db);
  const labels = Array.from({ length: series }, (_, index) => `Year ${index}`);
  const dataItemIds = [...(await items.ensure(labels, 1)).values()].map((item) => item.dataItemId);
  await items.addToAsset(assetId as AssetId, dataItemIds, 1);
  const endMs = Date.now();
  const startMs = endMs - spanMs;
  for (let timeMs = startMs; timeMs < endMs; timeMs += 1_000 * stepMs) {
    const batch = new PointBatch();
    for (const [index, id] of dataItemIds.entries()) {
      for (let at = timeMs; at < Math.min(endMs, timeMs + 1_000 * stepMs); at += stepMs) {
        const value = Math.round((50 + 40 * Math.sin(at / 9e6 + index) + spread * Math.random()) * 100) / 100;
        batch.add(seriesKey(assetId, id), at, value, 192);
      }
    }
    await context.historian.append(batch);
  }
  return { assetId, dataItemIds, startMs, endMs };
}

async function setExpressions({ alarms, calculations }: ExpressionOrder): Promise<void> {
  const { definitionService, alarmDefinitionService, dataItemService } = context;
  const [definition] = await definitionService.list();
  if (!definition) throw new Error('There is no definition.');
  const { assetDefinitionId } = definition;
  for (const { alarmDefinitionId } of await alarmDefinitionService.list(systemCaller, assetDefinitionId)) {
    await alarmDefinitionService.delete(systemCaller, assetDefinitionId, alarmDefinitionId);
  }
  const inputs = alarms.map((expression, i) =>
    alarmDefinitions.alarmDefinitionInputSchema.parse({
      ...{ assetDefinitionId, name: `Alarm ${i}`, alarmExpression: { expression } },
    }),
  );
  if (inputs.length > 0) await alarmDefinitionService.put(systemCaller, inputs);
  await dataItemService.removeAll(systemCaller, assetDefinitionId);
  const items = calculations.map((expression, i) => ({
    ...{ label: `Calculated ${i}`, unit: '', defaultValue: 0, calculation: { expression, variables: [] } },
  }));
  if (items.length > 0) await dataItemService.put(systemCaller, assetDefinitionId, items);
}

process.send?.({
  pid: process.pid,
  mqttPort: server.mqttPort ?? 0,
  url: `http://127.0.0.1:${server.httpPort}`,
  authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
} satisfies DevicePortal);

process.on('message', async (message: PortalQuestion) => {
  if (message === 'lag') {
    process.send?.(readLag());
    return;
  }
  if (message === 'year') {
    process.send?.(await makeHistory({ series: YEAR_SERIES, spanMs: YEAR_MS, stepMs: YEAR_STEP_MS }));
    return;
  }
  if (typeof message === 'object' && 'alarms' in message) {
    await setExpressions(message);
    process.send?.('set');
    return;
  }
  if (typeof message === 'object') {
    const spanMs = (message.points / EXPORT_SERIES) * EXPORT_STEP_MS;
    process.send?.(await makeHistory({ series: EXPORT_SERIES, spanMs, stepMs: EXPORT_STEP_MS }, 1));
    return;
  }
  if (message === 'facts') {
    const { points } = context.historian.stats();
    const bytesOnDisk = folderBytes(join(folder, 'data/history'));
    process.send?.({ stored: context.pipeline.stats().stored, points, bytesOnDisk } satisfies StoredFacts);
    return;
  }
  await server.close();
  if (given === undefined) await rm(folder, { recursive: true, force: true });
  process.disconnect();
});
