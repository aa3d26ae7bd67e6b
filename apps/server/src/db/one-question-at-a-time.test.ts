import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { oneAtATime } from './dialects/one-at-a-time.ts';
import { NodeHold } from './hold/node-hold.ts';
import { createMigratedDatabase } from './testing/migrated.ts';

/** The most questions that one connection had at a time since the test began. pg 9 refuses a second. */
let most: number;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  most = 0;
  const waiting = new WeakMap<object, number>();
  const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function counted(this: pg.Client, ...args: unknown[]) {
    const change = (by: number) => {
      const now = (waiting.get(this) ?? 0) + by;
      waiting.set(this, now);
      most = Math.max(most, now);
    };
    change(1);
    const answer = Promise.resolve(ask.apply(this, args));
    answer.then(
      () => change(-1),
      () => change(-1),
    );
    return answer;
  } as typeof pg.Client.prototype.query);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

describe('a connection to PostgreSQL is asked one thing at a time', () => {
  it('where a transaction asks several at once, one of which is refused', async () => {
    const db = openDatabase({ url: database.url });
    const sums = await db.transaction().execute(async (trx) => {
      const ask = (n: number) => sql<{ n: number }>`select ${n}::int + 1 as n`.execute(trx);
      return Promise.all([1, 2, 3].map(async (n) => (await ask(n)).rows[0]?.n));
    });
    expect(sums).toEqual([2, 3, 4]);
    const asked = db.transaction().execute(async (trx) => {
      const add = sql`insert into admin_units (admin_name, parent_admin_id) values ('x', 1)`.execute(trx);
      await Promise.all([add, sql`select nothing`.execute(trx), sql`select 1`.execute(trx)]);
    });
    await expect(asked).rejects.toThrow('nothing');
    expect(await db.selectFrom('admin_units').selectAll().execute()).toHaveLength(1);
    expect(most).toBe(1);
    await db.destroy();
  });

  it('where a node shows that it lives, joins and looks at the others', async () => {
    const hold = await NodeHold.take(database.url, { id: 'one', times: { beatMs: 1, quietMs: 60_000, lookMs: 5 } });
    // The sign of life falls due while the node waits for another one to join.
    const joining = new pg.Client({ connectionString: database.url });
    await joining.connect();
    await joining.query('select pg_advisory_lock($1, $2)', [0x54454c4c, 0x4a4f494e]);
    const begun = hold.begin(async () => ({ name: 'one', version: '1', prints: {} }));
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await joining.query(waiting)).rowCount).toBe(1);
    await joining.end();
    await begun;
    const [living, lost] = await Promise.all([hold.living(), hold.lost(), hold.clockAheadOf(Date.now)]);
    expect([living.map(({ id }) => id), lost]).toEqual([['one'], []]);
    expect(most).toBe(1);
    await hold.release();
  });
});

it('who waits for a turn has it in its order, whatever became of those before', async () => {
  const inTurn = oneAtATime();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, until: Promise<unknown> = Promise.resolve()) =>
    inTurn(async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
      return name;
    });
  const all = Promise.allSettled([
    work('one', first.promise),
    inTurn(() => Promise.reject(new Error('no'))),
    work('three'),
  ]);
  first.resolve();
  const [one, two, three] = await all;
  expect([one, two, three]).toMatchObject([{ value: 'one' }, { reason: new Error('no') }, { value: 'three' }]);
  expect(order).toEqual(['one begins', 'one ends', 'three begins', 'three ends']);
});
