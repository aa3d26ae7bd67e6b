import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Historian, openClickHouseHistorian, PointBatch, parseHistoryUrl } from '@telltale/historian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bothEngines } from './both-engines.ts';
import type { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

const KEY = 7;
const HOUR_MS = 3_600_000;
const DAY = { keys: [KEY], fromMs: 0, toMs: 24 * HOUR_MS - 1, threshold: 50 };

const engines = bothEngines();
let folder: string;
const opened: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-recent-'));
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

/** A day of points at a server that is reached through a proxy, and a chart of it whose points are held. */
async function aDayAt(server: Chdb): Promise<{ historian: Historian; proxy: CuttableProxy; database: string }> {
  const proxy = await CuttableProxy.start(() => server.port);
  const database = await server.newDatabase();
  const target = parseHistoryUrl(server.url(database, { port: proxy.port }));
  const historian = await openClickHouseHistorian({ target, folder, gatherMs: 20 });
  opened.push(
    () => historian.close(),
    () => proxy.close(),
  );
  const batch = new PointBatch();
  for (let minute = 0; minute < 24 * 60; minute++) batch.add(KEY, minute * 60_000, minute % 7, 192);
  await historian.append(batch);
  return { historian, proxy, database };
}

/** Asks until the server is not asked any more. */
const holds = (historian: Historian, proxy: CuttableProxy) =>
  vi.waitFor(async () => {
    const { passed } = proxy;
    await historian.readColumns(DAY);
    expect(proxy.passed).toBe(passed);
  }, 10_000);

/** What nobody told the portal of. */
const slipIn = (server: Chdb, database: string): Promise<unknown> =>
  server.ask(
    `INSERT INTO ${database}.history_points (key, time, value, quality, version) VALUES (${KEY}, 30000, 99, 192, 1)`,
  );

describe('a chart that was asked for', () => {
  it('does not need the server soon after, nor does what a value was', async () => {
    const { historian, proxy } = await aDayAt(engines.one);
    const chart = await historian.readColumns(DAY);
    const state = await historian.stateAt([KEY], 7_000_000);
    await holds(historian, proxy);
    proxy.close();
    expect(await historian.readColumns(DAY)).toEqual(chart);
    expect(await historian.stateAt([KEY], 7_000_000)).toEqual(state);
    await expect(historian.readColumns({ ...DAY, toMs: 25 * HOUR_MS })).rejects.toThrow();
  });

  it('is as the portal wrote it, at once', async () => {
    const { historian, proxy } = await aDayAt(engines.one);
    const valuesAfter = async (write: Promise<unknown>) => {
      await write;
      const { columns } = await historian.readColumns(DAY);
      await holds(historian, proxy);
      expect((await historian.readColumns(DAY)).columns).toEqual(columns);
      return columns[0];
    };
    const batch = new PointBatch();
    batch.add(KEY, 60_000, 99, 192);
    expect(await valuesAfter(historian.append(batch))).toContain(99);
    expect(await valuesAfter(historian.editRange(KEY, 60_000, 60_000, 98))).toContain(98);
    expect(await valuesAfter(historian.deleteRange(KEY, 60_000, 60_000))).not.toContain(98);
    await valuesAfter(historian.dropBefore(12 * HOUR_MS));
    expect((await historian.readColumns(DAY)).timesMs[0]).toBeGreaterThanOrEqual(12 * HOUR_MS);
  });

  it('is asked for at the server each time where a replica might answer', async () => {
    const { historian, database } = await aDayAt(engines.cluster);
    for (let i = 0; i < 5; i++) {
      await historian.readColumns(DAY);
      await delay(100);
    }
    await slipIn(engines.cluster, database);
    expect((await historian.readColumns(DAY)).columns[0]).toContain(99);
  });

  it('is what it was for as long as it is held, where somebody else writes', async () => {
    const { historian, proxy, database } = await aDayAt(engines.one);
    await holds(historian, proxy);
    await slipIn(engines.one, database);
    expect((await historian.readColumns(DAY)).columns[0]).not.toContain(99);
    expect((await historian.readColumns({ ...DAY, threshold: -1 })).columns[0]).toContain(99);
  });
});
