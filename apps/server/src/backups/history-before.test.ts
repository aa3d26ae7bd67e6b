import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHistoryUrl } from '@telltale/historian';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { openDatabase } from '#db/database.ts';
import { migrations } from '#db/migrations.ts';
import { copyMigratedFile, createMigratedDatabase } from '#db/testing/migrated.ts';
import { type DataFolder, dataFolderAt } from '../data-folder.ts';
import { openPortalDatabase } from '../open-portal-database.ts';
import { HistoryBefore } from './history-before.ts';

const all = Object.keys(migrations);
const older = all.slice(0, -1);
const clock = { now: () => 1_764_000_000_000 };
const log = createLog('silent');

/** The first bytes of a log file. */
function logOfVersion(version: number): Buffer {
  const header = Buffer.from('TELLTALE-LOG\0\0\0\0');
  header.writeUInt32LE(version, 12);
  return header;
}

describe.each(['SQLite', 'PostgreSQL'])('records of an older version on %s', (engine) => {
  let root: string;
  let folder: DataFolder;
  let config: Config;
  let drop: (() => Promise<void>) | undefined;
  const open = () =>
    openDatabase(config.databaseUrl === undefined ? { file: folder.databaseFile } : { url: config.databaseUrl });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'telltale-before-'));
    folder = dataFolderAt(root);
    const database = engine === 'PostgreSQL' ? await createMigratedDatabase() : undefined;
    drop = database?.drop;
    config = { ...readConfig({ TELLTALE_DATA: root }), databaseUrl: database?.url };
    if (!database) await copyMigratedFile(folder.databaseFile);
    const db = open();
    const provider = { getMigrations: async () => ({ ...migrations }) };
    const { error } = await new Migrator({ db, provider }).migrateTo(older.at(-1) ?? '');
    await db.destroy();
    expect(error).toBeUndefined();
  });
  afterEach(async () => {
    await drop?.();
    await rm(root, { recursive: true, force: true });
  });

  async function applied(): Promise<string[]> {
    const db = open();
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    await db.destroy();
    return rows.map(({ name }) => name);
  }

  async function writeHistory(format: number): Promise<void> {
    await mkdir(join(folder.historyFolder, 'log'), { recursive: true });
    await writeFile(join(folder.historyFolder, 'FORMAT'), `telltale history format ${format}\n`);
    await writeFile(join(folder.historyFolder, 'chunks.db'), 'chunks');
  }

  const begin = () => new HistoryBefore(config, { folder, clock, log });
  const upgrade = (beside = begin()) => openPortalDatabase(config, folder, clock, log, { beside });
  const copies = () => readdir(folder.safetyCopies).catch(() => []);

  const atServer = () => {
    config.historyTarget = parseHistoryUrl('clickhouse://127.0.0.1:1/telltale');
  };
  it.each([
    ['a history of a newer version', () => writeHistory(99), /newer version of Telltale \(history format 99/],
    [
      'a log of a newer version in the history',
      async () => {
        await writeHistory(2);
        await writeFile(join(folder.historyFolder, 'log/0000000007.log'), logOfVersion(99));
      },
      /0000000007\.log in .* was written by a newer version/,
    ],
    [
      'a history that does not say its format',
      async () => {
        await writeHistory(2);
        await writeFile(join(folder.historyFolder, 'FORMAT'), '');
      },
      /FORMAT is damaged/,
    ],
    [
      'something else where the history is to be',
      async () => {
        await mkdir(folder.historyFolder);
        await writeFile(join(folder.historyFolder, 'notes.txt'), '');
      },
      /is not a history store/,
    ],
    [
      'points of a newer version that wait for ClickHouse',
      async () => {
        atServer();
        await mkdir(folder.stagedHistoryFolder);
        await writeFile(join(folder.stagedHistoryFolder, '0000000003.log'), logOfVersion(99));
      },
      /0000000003\.log in .* was written by a newer version/,
    ],
    ['a ClickHouse that does not answer', async () => atServer(), /^ClickHouse at .* does not answer/],
  ])('are left as they were beside %s', async (_, leave, reason) => {
    await leave();
    await expect(upgrade()).rejects.toThrow(reason);
    expect(await applied()).toEqual(older);
    expect(await copies()).toEqual([]);
  });

  it('are copied together with an older history, before either is changed', async () => {
    await writeHistory(1);
    const before = begin();
    await (await upgrade(before)).close();
    expect(await applied()).toEqual(all);
    const name = `${clock.now()}-history-format-1`;
    expect(await copies()).toContain(name);
    expect(await readFile(join(folder.safetyCopies, name, 'FORMAT'), 'utf8')).toBe('telltale history format 1\n');
    expect(await readFile(join(folder.historyFolder, 'FORMAT'), 'utf8')).toBe('telltale history format 1\n');
    // Whoever opens the history afterwards does not copy it once more.
    await before.beforeUpgrade(1, async () => {
      throw new Error('It was copied twice.');
    });
  });

  it('are left as they were where an older history cannot be copied', async () => {
    await writeHistory(1);
    await writeFile(folder.safetyCopies, 'no folder');
    await expect(upgrade()).rejects.toThrow(/^The history must be brought up to date, and could not be copied before/);
    expect(await applied()).toEqual(older);
  });
});
