import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkRecords } from '#cli/doctor/machine-checks.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { createMigratedDatabase } from '../testing/migrated.ts';
import { type PgBouncerForTest, type PoolMode, startPgBouncer } from '../testing/pgbouncer.ts';
import { DatabaseHold } from './database-hold.ts';

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let pooler: PgBouncerForTest;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  folder = await temporaryFolder();
});
afterEach(async () => {
  await pooler.stop();
  await folder.remove();
  await database.drop();
});

const findings = () => checkRecords({ databaseUrl: pooler.url, dataFolder: folder.path });

it.each<[PoolMode, string[]]>([
  ['transaction', []],
  ['transaction', ['server_round_robin = 1', 'min_pool_size = 4']],
  ['transaction', ['default_pool_size = 1']],
  ['statement', []],
])(
  'a pooler that lends sessions by the %s (%j) is refused at a start, and told by the doctor',
  async (mode, settings) => {
    pooler = await startPgBouncer(database.url, mode, settings);
    await expect(DatabaseHold.take(pooler.url)).rejects.toThrow(
      /^TELLTALE_DATABASE_URL: the pooler there lends sessions/,
    );
    expect(await findings()).toEqual([
      { what: 'PostgreSQL', state: 'fault', text: expect.stringContaining('Set pool_mode=session') },
    ]);
  },
);

it('over a pooler that keeps sessions a database is held', async () => {
  pooler = await startPgBouncer(database.url, 'session');
  expect(await findings()).toEqual([expect.objectContaining({ state: 'ok' })]);
  const hold = await DatabaseHold.take(pooler.url, { times: { beatMs: 10, quietMs: 60_000, lookMs: 5 } });
  await expect(DatabaseHold.take(database.url)).rejects.toThrow('another Telltale');
  expect(await findings()).toEqual([expect.objectContaining({ state: 'warning' })]);
  await hold.release();
  await expect.poll(findings).toEqual([expect.objectContaining({ state: 'ok' })]);
});
