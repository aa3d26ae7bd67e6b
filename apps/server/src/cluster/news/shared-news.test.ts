import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseBusyError } from '#db/database-conflicts.ts';
import { DatabaseAwayError } from '#db/database-faults.ts';
import type { Database } from '#db/schema.ts';
import { UnitOfWork, type UnitOfWorkOptions } from '#db/unit-of-work.ts';
import { inTime } from '#pause.ts';
import type { Foundation } from '../../wiring/foundation.ts';
import { type NodeWorld, openNodeWorld } from '../testing/node-world.ts';

const by = { name: 'somebody' };
const SOON_MS = 10_000;
const ROW = 'of a test';

let world: NodeWorld;
const opened: Foundation[] = [];
beforeEach(async () => {
  world = await openNodeWorld();
}, 60_000);
afterEach(async () => {
  for (const node of opened.splice(0).reverse()) await node.closing.disposeAsync();
  await world.close();
}, 60_000);

async function open(name: string): Promise<Foundation> {
  const node = await world.openNode(name);
  opened.push(node);
  await node.cluster?.news.start();
  return node;
}

/** A change that tells that an export was cancelled. */
const cancel = (work: UnitOfWork, { news }: Foundation, jobId: string) =>
  work.run(by, async (unit) => {
    unit.note({ kind: 'export', what: `cancelled ${jobId}` });
    unit.tell(news.jobs, { cancelled: jobId });
  });

/** A change of a row. */
class Settings {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Nobody waits three seconds, ten times. */
  async hurry(): Promise<void> {
    await sql`set local lock_timeout = '50ms'`.execute(this.#db);
  }

  async set(value: string): Promise<void> {
    await this.#db.updateTable('portal_settings').set({ value }).where('name', '=', ROW).execute();
  }
}

/** A session past the portal, which has changed the row and says neither that it keeps that nor that it does not. */
async function hangingAtRow({ db }: Foundation): Promise<pg.Client> {
  await db.insertInto('portal_settings').values({ name: ROW, value: '"before"' }).execute();
  const hanging = new pg.Client({ connectionString: world.databaseUrl });
  await hanging.connect();
  await hanging.query('begin');
  await hanging.query('select from portal_settings where name = $1 for update', [ROW]);
  return hanging;
}

const keptValue = async ({ db }: Foundation) =>
  (await db.selectFrom('portal_settings').select('value').where('name', '=', ROW).executeTakeFirst())?.value;

const workOf = ({ db, journal, cluster }: Foundation, within: NonNullable<UnitOfWorkOptions['within']>) =>
  new UnitOfWork(db, journal, { sharing: cluster?.news, within });

/** How often it was made. */
async function timesMade({ db }: Foundation, jobId: string): Promise<number> {
  const rows = await db.selectFrom('journal').select('what').where('what', '=', `cancelled ${jobId}`).execute();
  return rows.length;
}

describe('a change at one of several nodes', () => {
  it('is answered when a node has joined meanwhile and nothing else is changed', async () => {
    const one = await open('one');
    await cancel(one.work, one, '1');
    const newest = await one.db
      .selectFrom('cluster_news')
      .select(({ fn }) => fn.max('news_id').as('id'))
      .executeTakeFirstOrThrow();
    await open('two');
    expect(one.cluster?.nodes.others.serving()).toHaveLength(1);
    // As one that was made before it came, and waited for a node that was killed.
    const heard = one.cluster?.news.heardByAll([newest.id]);
    await inTime(heard ?? Promise.reject(), SOON_MS, () => new Error('It waits for what comes next.'));
  }, 60_000);

  it('is answered 503 when another does not hear of it in time, and is made once', async () => {
    const [one, two] = [await open('one'), await open('two')];
    const deaf = Promise.withResolvers<void>();
    const end = two.news.jobs.subscribe(() => deaf.promise);
    const work = workOf(one, { changedWithinMs: SOON_MS, knownWithinMs: 200 });
    await expect(cancel(work, one, '2')).rejects.toMatchObject({ status: 503, code: 'not-heard' });
    expect(await timesMade(one, '2')).toBe(1);
    end();
    deaf.resolve();
    await cancel(one.work, one, '3');
    expect(await timesMade(one, '2')).toBe(1);
  }, 60_000);

  it('is answered 503 when its turn does not come in time; should it come, it is made once and told', async () => {
    const one = await open('one');
    const told: unknown[] = [];
    one.news.jobs.subscribe((news) => void told.push(news));
    const hanging = new pg.Client({ connectionString: world.databaseUrl });
    await hanging.connect();
    await hanging.query('begin');
    await hanging.query('lock table cluster_turns in exclusive mode');
    const work = workOf(one, { changedWithinMs: 200, knownWithinMs: SOON_MS });
    const refusal = cancel(work, one, '4');
    await expect(refusal).rejects.toThrow(DatabaseAwayError);
    await expect(refusal).rejects.toMatchObject({ mayBeKept: true });
    expect(await timesMade(one, '4')).toBe(0);
    await hanging.end();
    await expect.poll(() => told).toEqual([{ cancelled: '4' }]);
    expect(await timesMade(one, '4')).toBe(1);
  }, 60_000);

  it('waits three seconds for a row that somebody else has locked, and is begun anew', async () => {
    const one = await open('one');
    const hanging = await hangingAtRow(one);
    const attempts: number[] = [];
    const pause = async (attempt: number) => {
      attempts.push(attempt);
      await hanging.end();
    };
    const work = new UnitOfWork(one.db, one.journal, { sharing: one.cluster?.news, pause });
    const begunMs = performance.now();
    await work.run(by, (unit) => unit.of(Settings).set('"after"'));
    expect(performance.now() - begunMs).toBeGreaterThan(2_900);
    expect([attempts, await keptValue(one)]).toEqual([[1], '"after"']);
  }, 60_000);

  it('is refused as busy, with nothing kept, when the row is never let go of, and lets others have their turn', async () => {
    const one = await open('one');
    const hanging = await hangingAtRow(one);
    const attempts: number[] = [];
    const pause = async (attempt: number) => void attempts.push(attempt);
    const work = new UnitOfWork(one.db, one.journal, { sharing: one.cluster?.news, pause });
    const refused = work.run(by, async (unit) => {
      unit.note({ kind: 'export', what: 'cancelled 5' });
      await unit.of(Settings).hurry();
      await unit.of(Settings).set('"after"');
    });
    await expect(refused).rejects.toThrow(DatabaseBusyError);
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await cancel(one.work, one, '6');
    await hanging.end();
    expect([await timesMade(one, '5'), await timesMade(one, '6'), await keptValue(one)]).toEqual([0, 1, '"before"']);
  }, 60_000);
});
