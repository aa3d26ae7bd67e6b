import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRecords } from '#cli/doctor/machine-checks.ts';
import { bundledPortal } from '#testing/bundle/bundled-portal.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';
import { openDatabase } from '../database.ts';
import { databaseFaultOf } from '../database-faults.ts';
import { createMigratedDatabase } from '../testing/migrated.ts';
import { DatabaseHold } from './database-hold.ts';
import { type Holder, holderOf } from './hold-sessions.ts';

/** One that lives is never silent for so long. */
const times = { beatMs: 10, quietMs: 60_000, lookMs: 5 };

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let outside: pg.Client;
beforeEach(async () => {
  database = await createMigratedDatabase();
  outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
});
afterEach(async () => {
  await outside.end();
  await database.drop();
});

async function begin(options: Parameters<typeof DatabaseHold.take>[1] = {}): Promise<DatabaseHold> {
  const hold = await DatabaseHold.take(database.url, { times, ...options });
  await hold.begin();
  return hold;
}

/** Ends the session that holds the database, as an administrator or a restart would. */
async function cut(): Promise<void> {
  const holder = await holderOf(outside);
  await outside.query('select pg_terminate_backend($1, 5000)', [holder?.pid]);
}

describe('a database on PostgreSQL', () => {
  it('is refused to a second portal while the first one lives, and is free once that has ended', async () => {
    const first = await begin();
    await expect(DatabaseHold.take(database.url, { times })).rejects.toThrow(
      'TELLTALE_DATABASE_URL: another Telltale at 127.0.0.1 is using this database. Stop it first.',
    );
    await first.release();
    const second = await begin();
    await second.release();
  });

  it('is told by the doctor to be in use, where the portal is another one', async () => {
    const folder = await temporaryFolder();
    const hold = await begin();
    const findings = await checkRecords({ databaseUrl: database.url, dataFolder: folder.path });
    expect(findings).toEqual([
      {
        what: 'PostgreSQL',
        state: 'warning',
        text: 'A Telltale at 127.0.0.1 is using it, and it takes one at a time. Stop that one first.',
      },
    ]);
    await hold.release();
    await folder.remove();
  });

  it('stays with its portal when the connection was cut, and is its own again', async () => {
    const hold = await begin();
    const db = openDatabase({ url: database.url }, { hold });
    try {
      await cut();
      await expect.poll(() => sql`select 1`.execute(db).then(() => 'answers', databaseFaultOf)).toBe('answers');
      await expect(DatabaseHold.take(database.url, { times })).rejects.toThrow('another Telltale');
      expect(hold.isTaken).toBe(false);
    } finally {
      await db.destroy();
      await hold.release();
    }
  });

  it('is lost to a portal that had it while the connection was cut, even if it is free again', async () => {
    const taken = Promise.withResolvers<void>();
    const hold = await begin({ onTaken: taken.resolve });
    await outside.query('update database_holds set revision = revision + 1');
    await cut();
    await taken.promise;
    await expect(hold.admit(outside)).rejects.toThrow('does not answer');
    await hold.release();
  });

  it('ends the portal that has lost it, with the reason', async () => {
    const folder = await temporaryFolder();
    const portal = await startPortalProcess(folder.path, { TELLTALE_DATABASE_URL: database.url });
    await outside.query('update database_holds set revision = revision + 1');
    await cut();
    const { code, output } = await portal.exited;
    expect([code, output]).toEqual([1, expect.stringContaining('another Telltale has taken the database')]);
    await folder.remove();
  }, 60_000);

  it('is taken from a frozen portal, which writes nothing when it goes on', async () => {
    await outside.query('create table holding_marks (mark integer not null)');
    const child = spawn(process.execPath, [bundledPortal('db/testing/holding-process.ts'), database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      said += more;
    });
    const exited = once(child, 'close');
    try {
      // A process takes its time to begin where many do.
      await expect.poll(() => said, { timeout: 40_000 }).toBe('begun\n');
      const count = async () => Number((await outside.query('select count(*) as n from holding_marks')).rows[0].n);
      await expect.poll(count).toBeGreaterThan(100);
      child.kill('SIGSTOP');
      const silent: (string | null)[] = [];
      const onSilent = ({ address }: Holder) => silent.push(address);
      const hold = await begin({ times: { ...times, quietMs: 500 }, onSilent });
      expect(silent).toEqual(['127.0.0.1']);
      const written = await count();
      child.kill('SIGCONT');
      expect(await exited).toEqual([1, null]);
      expect(said).toBe('begun\ntaken\n');
      expect(await count()).toBe(written);
      await hold.release();
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  }, 60_000);
});
