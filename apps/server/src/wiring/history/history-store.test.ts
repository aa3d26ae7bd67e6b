import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { assets, history, operations } from '@telltale/contract';
import { checkStore, PointBatch, repairStore, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';

const HOUR_MS = 3_600_000;

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

describe('the retention', () => {
  it('drops what is older from the start of the portal on, and nothing else', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const now = portal.clock.now();
    const points = [now - 25 * HOUR_MS, now - 23 * HOUR_MS, now].map((ts, value) => ({ ts, values: { level: value } }));
    await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, points);
    const admin = await portal.as('admin');
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const range = `startTime=${new Date(now - 48 * HOUR_MS).toISOString()}&endTime=${new Date(now).toISOString()}`;
    const path = `/api/historicaldata?dataItems=${assetId}-${body[0]?.dataItemId}&${range}`;
    const values = async () => (await admin.get<history.ColumnarHistory>(path)).body[1];

    expect(await values()).toEqual([0, 1, 2]);
    portal.config.retentionDays = 1;
    await portal.restart();
    await vi.waitFor(async () => expect(await values()).toEqual([1, 2]), 15_000);
    const journal = await admin.get<{ entries: operations.JournalEntry[] }>('/api/journal?kind=retention');
    expect(journal.body.entries).toMatchObject([{ user: 'telltale', after: { points: 1, reason: 'age', days: 1 } }]);
    portal.config.retentionDays = 0;
  });

  it('of one data item counts for the assets of its definition, from the next start on', async () => {
    const asset = await portal.anAsset();
    const other = await portal.anAsset();
    const now = portal.clock.now();
    const points = [now - 72 * HOUR_MS, now].map((ts) => ({ ts, values: { wear: 1, dust: 2 } }));
    const admin = await portal.as('admin');
    for (const { accessToken } of [asset, other]) {
      await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, points);
    }
    const item = { label: 'wear', retentionDays: 2 };
    await admin.post(`/api/assetdefinitions/${asset.assetDefinitionId}/dataitemdefinitions`, item);
    await portal.restart();
    const counts = async () => [
      (await pointsOf(admin, asset.assetId, 'wear')).length,
      (await pointsOf(admin, asset.assetId, 'dust')).length,
      (await pointsOf(admin, other.assetId, 'wear')).length,
    ];
    await vi.waitFor(async () => expect(await counts()).toEqual([1, 2, 2]), 15_000);
  });
});

describe('the metrics', () => {
  it('tell how the history is', async () => {
    const { text } = await portal.anonymous.get('/metrics');
    for (const name of ['points', 'series', 'bytes']) {
      expect(text).toMatch(new RegExp(`^telltale_history_${name} [1-9]`, 'm'));
    }
    for (const name of ['faults', 'damage', 'torn_log_tails']) {
      expect(text).toMatch(new RegExp(`^telltale_history_${name} 0$`, 'm'));
    }
  });
});

describe('a history of an older format', () => {
  /** As the first format had it. */
  async function age(dataFolder: string): Promise<void> {
    const db = new DatabaseSync(join(dataFolder, 'history/chunks.db'));
    db.exec('ALTER TABLE rollups DROP COLUMN chunks; PRAGMA user_version = 1');
    db.close();
    await writeFile(join(dataFolder, 'history/FORMAT'), 'telltale history format 1\n');
  }

  it('is copied beside the records before it is brought up to date, and only the last copy stays', async () => {
    const older = await startPortal();
    try {
      const { dataFolder } = older.config;
      const copies = join(dataFolder, 'before-migration');
      const { assetId, accessToken } = await older.anAsset();
      await older.anonymous.post(`/api/v1/${accessToken}/telemetry`, { level: 7 });
      await older.restart(async () => {
        await age(dataFolder);
        // What a start left that was killed while it copied.
        await mkdir(join(copies, '1-history-format-1.part/log'), { recursive: true });
      });
      const [copy = '', ...others] = await readdir(copies);
      expect([copy, others]).toEqual([expect.stringMatching(/^\d+-history-format-1$/), []]);
      expect(await readFile(join(copies, copy, 'FORMAT'), 'utf8')).toBe('telltale history format 1\n');
      expect((await checkStore(join(copies, copy))).problems).toEqual([]);
      expect((await pointsOf(await older.as('admin'), assetId, 'level')).map(([, value]) => value)).toEqual([7]);

      older.clock.advance(1_000);
      await older.restart(() => age(dataFolder));
      const [again = '', ...rest] = await readdir(copies);
      expect([again > copy, rest]).toEqual([true, []]);
      await older.restart();
      expect(await readdir(copies)).toEqual([again]);
    } finally {
      await older.close();
    }
  });

  it('is left as it was where it cannot be copied, with a text that says what to do', async () => {
    const older = await startPortal();
    const { dataFolder } = older.config;
    const failed = older.restart(async () => {
      await age(dataFolder);
      await writeFile(join(dataFolder, 'before-migration'), 'no folder');
    });
    await expect(failed).rejects.toThrow(
      /^The history must be brought up to date, and could not be copied before; it was not changed\. .*Make room, or make .*before-migration a link to a folder on another disk\.$/,
    );
    expect(await readFile(join(dataFolder, 'history/FORMAT'), 'utf8')).toBe('telltale history format 1\n');
    await rm(join(dataFolder, 'before-migration'));
    await older.restart();
    await older.close();
  });
});

describe('a damaged history', () => {
  it('is told when a block of it is read, serves no wrong value and takes in more, until it is repaired', async () => {
    const damaged = await startPortal();
    try {
      const { assetId, accessToken } = await damaged.anAsset();
      const send = (level: number) => damaged.anonymous.post(`/api/v1/${accessToken}/telemetry`, { level });
      await send(-1);
      const [slot] = damaged.context.registry.find(assetId)?.slots() ?? [];
      const batch = new PointBatch();
      const key = seriesKey(assetId, slot?.dataItemId ?? 0);
      for (let i = 0; i < 1024; i++) batch.add(key, i * 1000, ((i * 7919) % 10_007) / 100, 192);
      await damaged.context.historian.append(batch);
      const file = join(damaged.config.dataFolder, 'history/chunks.db');
      await damaged.restart(async () => {
        const bytes = await readFile(file);
        bytes[bytes.length - 300] = (bytes[bytes.length - 300] ?? 0) ^ 8;
        await writeFile(file, bytes);
      });
      const admin = await damaged.as('admin');
      const read = async () => (await pointsOf(admin, assetId, 'level')).map(([, value]) => value);
      const health = async () =>
        (await damaged.anonymous.get<{ status: string; warning?: string }>('/api/health')).body;
      expect(await read()).toEqual([-1]);
      expect(await health()).toEqual({ status: 'ok', warning: expect.stringContaining('fails its checksum') });
      expect((await send(-2)).status).toBe(200);
      expect(await read()).toEqual([-1, -2]);
      expect((await damaged.anonymous.get('/metrics')).text).toMatch(/^telltale_history_damage 1$/m);

      await damaged.restart(async () => {
        await repairStore(join(damaged.config.dataFolder, 'history'));
      });
      expect(await read()).toEqual([-1, -2]);
      expect(await health()).toEqual({ status: 'ok' });
    } finally {
      await damaged.close();
    }
  });

  it('is told by the health, without saying where the data folder is', async () => {
    const damaged = await startPortal();
    try {
      const chunks = join(damaged.config.dataFolder, 'history/chunks.db');
      await damaged.restart(() => writeFile(chunks, 'no database'));
      const { status, text, body } = await damaged.anonymous.get('/api/health');
      // Data is accepted as before: whoever watches the health must not turn devices away from this portal.
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'ok', warning: expect.stringContaining('history/chunks.db') });
      expect(text).not.toContain(damaged.folder);
    } finally {
      await damaged.close();
    }
  });
});
