import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { everyRecord } from '#testing/every-record.ts';
import { startPortal } from '#testing/portal.ts';
import { buildTwoUnits } from '#testing/two-units.ts';
import { dataFolderAt } from '../data-folder.ts';
import { openPortalDatabase } from '../open-portal-database.ts';
import { openDatabase } from './database.ts';
import type { AnyDatabase } from './dialects/any-database.ts';
import { migrations } from './migrations.ts';
import { createMigratedDatabase } from './testing/migrated.ts';
import { runOnPostgres } from './testing/postgres.ts';

const all = Object.keys(migrations);
const clock = { now: () => 1_764_000_000_000 };

/** What says who has the database: each start counts there. And an index of the journal, which is made anew. */
const NO_RECORDS = ['database_holds', 'cluster_nodes', 'journal_words'];

type Columns = ReadonlyMap<string, readonly string[]>;
/** The rows of each table as texts, in the order of these. */
type Contents = Readonly<Record<string, readonly string[]>>;

async function columnsOf(db: AnyDatabase): Promise<Columns> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !NO_RECORDS.includes(name));
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

async function contentsOf(db: AnyDatabase, columns: Columns): Promise<Contents> {
  const contents: Record<string, readonly string[]> = {};
  for (const [table, names] of columns) {
    const shown = sql.join(names.map((name) => sql.ref(name)));
    // Kinds of events that are the portal's own come with the version that knows them.
    const which = table === 'event_definitions' ? sql`where asset_definition_id is not null` : sql``;
    const { rows } = await sql`select ${shown} from ${sql.table(table)} ${which}`.execute(db);
    contents[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return contents;
}

async function goBackTo(db: AnyDatabase, name: string): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const { error } = await new Migrator({ db, provider }).migrateTo(name);
  if (error) throw error;
}

const hasDump = spawnSync('pg_dump', ['--version']).error === undefined;

let root: string;
let folder: string;
let url: string | undefined;
const open = () => openDatabase(url === undefined ? { file: dataFolderAt(folder).databaseFile } : { url });
const upgrade = (log = createLog('silent')) => {
  const settings = { TELLTALE_DATA: folder, ...(url !== undefined && { TELLTALE_DATABASE_URL: url }) };
  return openPortalDatabase(readConfig(settings), dataFolderAt(folder), clock, log);
};

/** Goes back to an older state; answers what it has. */
async function leave(state: string) {
  const older = open();
  await goBackTo(older, state);
  const columns = await columnsOf(older);
  const contents = await contentsOf(older, columns);
  await older.destroy();
  await rm(dataFolderAt(folder).safetyCopies, { recursive: true, force: true });
  return { columns, contents };
}

async function namesOfCopies(): Promise<string[]> {
  return readdir(dataFolderAt(folder).safetyCopies).catch(() => []);
}

/** What a copy from before an upgrade has. */
async function contentsOfCopy(name: string, columns: Columns): Promise<Contents> {
  const file = join(dataFolderAt(folder).safetyCopies, name);
  const restored = url === undefined ? undefined : await createEmptyDatabase();
  if (restored) {
    const { status, stderr } = spawnSync('pg_restore', ['--no-owner', '--dbname', restored.url, file]);
    expect([status, String(stderr)]).toEqual([0, '']);
  }
  const db = openDatabase(restored ?? { file });
  const contents = await contentsOf(db, columns);
  await db.destroy();
  await restored?.drop();
  return contents;
}

async function createEmptyDatabase() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const target = new URL(url ?? '');
  target.pathname = `/${name}`;
  await runOnPostgres(url ?? '', `create database ${name} template template0`);
  return { url: target.href, drop: () => runOnPostgres(url ?? '', `drop database ${name} with (force)`) };
}

/** All there ever were, and some of them where each takes a second. */
const older = all.slice(0, -1).toReversed();
const engines = [
  { engine: 'SQLite', states: older },
  { engine: 'PostgreSQL', states: older.filter((_, n) => n % 10 === 0 || n === older.length - 1) },
];

describe.each(engines)('records on $engine', ({ engine, states }) => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>> | undefined;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'telltale-older-'));
    folder = join(root, 'data');
    database = engine === 'PostgreSQL' ? await createMigratedDatabase() : undefined;
    url = database?.url;
    const portal = await startPortal({
      config: { dataFolder: folder, ...(url !== undefined && { databaseUrl: url }) },
    });
    const { a1, definition } = await buildTwoUnits(portal);
    await everyRecord(portal, 'root', { assetId: a1.assetId, assetDefinitionId: definition }, 'kept');
    await portal.close();
  }, 120_000);
  afterAll(async () => {
    await database?.drop();
    await rm(root, { recursive: true, force: true });
  });

  it('of a newer version are refused with a text, and nothing is changed', async () => {
    const db = open();
    const columns = await columnsOf(db);
    const before = await contentsOf(db, columns);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`.execute(db);
    await expect(upgrade()).rejects.toThrow(
      /^The database was written by a newer version of Telltale \(it has 9999-future\)/,
    );
    expect(await namesOfCopies()).toEqual([]);
    expect(await contentsOf(db, columns)).toEqual(before);
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db);
    await db.destroy();
  });

  it.each(states)('of %s are copied, and are what they were once they are brought up to date', async (state) => {
    const { columns, contents } = await leave(state);
    expect(contents.users?.length).toBeGreaterThan(4);
    const { db, close } = await upgrade();
    expect(await contentsOf(db, columns)).toEqual(contents);
    await close();
    const names = await namesOfCopies();
    if (url !== undefined && !hasDump) return expect(names).toEqual([]);
    const next = all[all.indexOf(state) + 1];
    expect(names).toEqual([`${clock.now()}-${next}.${url === undefined ? 'db' : 'dump'}`]);
    expect(await contentsOfCopy(names[0] ?? '', columns)).toEqual(contents);
  });

  it.runIf(engine === 'PostgreSQL')('are left as they were where they cannot be copied', async () => {
    const { columns, contents } = await leave(all.at(-2) ?? '');
    const tools = join(root, 'tools');
    await mkdir(tools);
    await writeFile(join(tools, 'pg_dump'), '#!/bin/sh\necho "no room" >&2\nexit 1\n', { mode: 0o700 });
    vi.stubEnv('PATH', `${tools}:${process.env.PATH}`);
    await expect(upgrade()).rejects.toThrow(
      /could not be copied before\. Nothing was changed\. pg_dump failed: no room$/,
    );
    vi.unstubAllEnvs();
    const db = open();
    expect(await columnsOf(db)).toEqual(columns);
    expect(await contentsOf(db, columns)).toEqual(contents);
    await db.destroy();
    // Where there is no such tool, whoever runs it copies by other means; the log says that nothing was.
    const lines: string[] = [];
    vi.stubEnv('PATH', join(root, 'empty'));
    await (await upgrade(createLog('warn', { write: (line) => void lines.push(line) }))).close();
    vi.unstubAllEnvs();
    expect(lines).toEqual([
      expect.stringMatching(/without a copy of before: pg_dump is not installed here\. Install postgresql-client/),
    ]);
    expect(await namesOfCopies()).toEqual([]);
  });
});
