import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { dataFolderAt } from '../data-folder.ts';
import { openPortalDatabase } from '../open-portal-database.ts';
import { exitCodeFor, WRONG_SETTINGS } from '../operator-errors.ts';
import { openDatabase } from './database.ts';
import { DatabaseUnfitError } from './migrate.ts';
import { migrations as released } from './migrations.ts';
import { createMigratedDatabase } from './testing/migrated.ts';
import { runOnPostgres } from './testing/postgres.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  database = await createMigratedDatabase();
});
afterEach(async () => {
  await database.drop();
  await folder.remove();
});

const data = () => join(folder.path, 'data');

/** What a start says that ends by itself, without what its log has to say beside it. */
async function endOf(settings: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const free = { TELLTALE_PORT: '0', TELLTALE_MQTT_PORT: '0', TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: data() };
  const { code, output } = await new TelltaleProcess('main.ts', [], { ...free, ...settings }).exited;
  return { code, lines: output.split('\n').filter((line) => line !== '' && !line.startsWith('{')) };
}

const guest = `guest_${randomUUID().replaceAll('-', '')}`;
const asGuest = () => Object.assign(new URL(database.url), { username: guest, password: 'x' }).href;

describe('a start ends with one line, and is not tried again,', () => {
  it('where somebody else made a table in the file that a migration makes', async () => {
    await mkdir(data(), { mode: 0o700 });
    const file = new DatabaseSync(join(data(), 'portal.db'));
    file.exec('create table mails (of_somebody_else text)');
    file.close();
    expect(await endOf({})).toEqual({
      code: WRONG_SETTINGS,
      lines: [
        expect.stringMatching(
          /could not be brought up to date, at 0196-mails; it was left as it was.*"mails" already exists/,
        ),
      ],
    });
  });

  it('where somebody else made one in the database of PostgreSQL', async () => {
    await runOnPostgres(database.url, 'drop schema public cascade');
    await runOnPostgres(database.url, 'create schema public');
    await runOnPostgres(database.url, 'create table mails (of_somebody_else text)');
    expect(await endOf({ TELLTALE_DATABASE_URL: database.url })).toEqual({
      code: WRONG_SETTINGS,
      lines: [expect.stringMatching(/at 0196-mails;.*"mails" already exists\. Somebody else made that\. Rename it/)],
    });
  });

  it('where a migration, or the database as a whole, is not for its user of PostgreSQL', async () => {
    await runOnPostgres(database.url, `create user ${guest} password 'x'`);
    try {
      await runOnPostgres(database.url, `delete from kysely_migration where name = '0198-exports-of-schedules'`);
      expect(await endOf({ TELLTALE_DATABASE_URL: asGuest() })).toEqual({
        code: WRONG_SETTINGS,
        lines: [expect.stringMatching(/^TELLTALE_DATABASE_URL: the database cannot be used: permission denied/)],
      });
      await runOnPostgres(database.url, `grant all on all tables in schema public to ${guest}`);
      // The copy from before reads the sequences, too.
      await runOnPostgres(database.url, `grant all on all sequences in schema public to ${guest}`);
      expect(await endOf({ TELLTALE_DATABASE_URL: asGuest() })).toEqual({
        code: WRONG_SETTINGS,
        lines: [
          expect.stringMatching(/at 0198-exports-of-schedules;.*must be owner of.*Make the user of .* the owner/),
        ],
      });
    } finally {
      await runOnPostgres(database.url, `drop owned by ${guest}`);
      await runOnPostgres(database.url, `drop user ${guest}`);
    }
  });

  it('where there is no such database', async () => {
    const { href } = Object.assign(new URL(database.url), { pathname: '/nowhere' });
    expect(await endOf({ TELLTALE_DATABASE_URL: href })).toEqual({
      code: WRONG_SETTINGS,
      lines: [expect.stringMatching(/^TELLTALE_DATABASE_URL: .*"nowhere" does not exist$/)],
    });
  });

  it('but is tried again where PostgreSQL is away, or has no room for one more', async () => {
    const { href } = Object.assign(new URL(database.url), { port: '1' });
    expect(await endOf({ TELLTALE_DATABASE_URL: href })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^TELLTALE_DATABASE_URL: .*ECONNREFUSED/)],
    });
    const name = new URL(database.url).pathname.slice(1);
    await runOnPostgres(database.url, `create user ${guest} password 'x'`);
    try {
      await runOnPostgres(database.url, `alter database ${name} connection limit 0`);
      expect(await endOf({ TELLTALE_DATABASE_URL: asGuest() })).toEqual({
        code: 1,
        lines: [expect.stringMatching(/^TELLTALE_DATABASE_URL: .*too many connections/)],
      });
      await runOnPostgres(Object.assign(new URL(database.url), { pathname: '/postgres' }).href, `drop user ${guest}`);
    } finally {
      const outside = Object.assign(new URL(database.url), { pathname: '/postgres' }).href;
      await runOnPostgres(outside, `alter database ${name} connection limit -1`);
    }
  });
});

it('a database file that cannot be opened is told as such, and not as a damaged one', async () => {
  await mkdir(join(data(), 'portal.db'), { recursive: true, mode: 0o700 });
  expect(await endOf({})).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The database .*portal\.db cannot be used: unable to open .* read and write it/)],
  });
});

describe('two nodes that start at once', () => {
  const config = () => readConfig({ TELLTALE_DATA: data(), TELLTALE_DATABASE_URL: database.url });
  const clock = { now: () => Date.now() };
  const open = (id: string, migrations: Readonly<Record<string, Migration>>) =>
    openPortalDatabase(config(), dataFolderAt(data()), clock, createLog('silent'), {
      migrations,
      node: { id, join: () => ({ name: id, version: '1', prints: {} }) },
      holdTimes: { beatMs: 10, quietMs: 60_000, lookMs: 5 },
    });

  it('both end where a migration is refused, and both serve once nothing is in its way', async () => {
    await runOnPostgres(database.url, 'create table gadgets (of_somebody_else text)');
    const migrations = {
      ...released,
      '9998-gadgets': { up: async (db) => db.schema.createTable('gadgets').addColumn('id', 'integer').execute() },
    } satisfies Record<string, Migration>;
    const refused = await Promise.allSettled([open('one', migrations), open('two', migrations)]);
    for (const { status, ...rest } of refused) {
      const { reason } = rest as PromiseRejectedResult;
      expect([status, reason, exitCodeFor(reason)]).toEqual([
        'rejected',
        expect.any(DatabaseUnfitError),
        WRONG_SETTINGS,
      ]);
    }
    await runOnPostgres(database.url, 'alter table gadgets rename to gadgets_of_others');
    const nodes = await Promise.all([open('one', migrations), open('two', migrations)]);
    for (const node of nodes) await node.close();
  });

  it('wait for the one that brings the database up to date, which is done once', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let times = 0;
    const up = async () => {
      times++;
      begun.resolve();
      await goOn.promise;
    };
    const migrations = { ...released, '9998-slow': { up } };
    const first = open('one', migrations);
    await begun.promise;
    let hasJoined = false;
    const second = open('two', migrations).then((node) => {
      hasJoined = true;
      return node;
    });
    const waiting = sql<{ n: string }>`select count(*) as n from pg_locks where locktype = 'advisory' and not granted`;
    const outside = openDatabase({ url: database.url });
    await expect.poll(async () => Number((await waiting.execute(outside)).rows[0]?.n)).toBe(1);
    expect(hasJoined).toBe(false);
    goOn.resolve();
    const nodes = [await first, await second];
    expect(times).toBe(1);
    await outside.destroy();
    for (const node of nodes) await node.close();
  });
});
