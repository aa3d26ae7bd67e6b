import type { AdminId, AssetDefinitionId } from '@telltale/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { conflict } from '#http/errors.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import { DatabaseBusyError } from './database-conflicts.ts';
import type { TestDatabase } from './testing/databases.ts';
import { everyEngine } from './testing/every-engine.ts';
import { inTransaction } from './transaction.ts';
import { UnitOfWork } from './unit-of-work.ts';

const by = { name: 'somebody' };
const unit = 1 as AdminId;

describe.each(everyEngine())('a unit of work on $engine', ({ engine, open }) => {
  let database: TestDatabase;
  let work: UnitOfWork;
  let journal: JournalRepository;
  beforeEach(async () => {
    database = await open();
    journal = new JournalRepository(database.db);
    work = new UnitOfWork(database.db, new Journal(journal, new TestClock()), { pause: async () => undefined });
  });
  afterEach(() => database.close());

  const definitions = () => new AssetDefinitionRepository(database.db).list();
  const entries = async () => (await journal.list({}, { limit: 10, offset: 0 }, undefined)).entries;

  it('keeps the change and its journal entries, and does the rest afterwards, in order', async () => {
    const seen: string[] = [];
    await work.run(by, async (one) => {
      one.afterCommit(() => seen.push('first'));
      one.afterCommit(() => seen.push('second'));
      await one.of(AssetDefinitionRepository).insert('Pump', '', 1, unit);
      one.note({ kind: 'definition', what: 'created' });
      one.note({ kind: 'definition', what: 'told by another', by: { name: 'another' } });
      expect(await definitions()).toEqual([]);
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['first', 'second']);
    expect((await definitions()).map(({ assetDefinitionName }) => assetDefinitionName)).toEqual(['Pump']);
    expect((await entries()).map(({ user, what }) => [user, what])).toEqual([
      ['another', 'told by another'],
      ['somebody', 'created'],
    ]);
  });

  it('tells of many things in their order, and says when all is told', async () => {
    const seen: number[] = [];
    let told: number[] | undefined;
    const busy = () => {
      const untilMs = performance.now() + 3;
      while (performance.now() < untilMs);
    };
    await work.run(by, async (one) => {
      for (let n = 0; n < 40; n++) {
        one.afterCommit(() => {
          seen.push(n);
          busy();
          if (n === 0) {
            void work.published().then(() => {
              told = [...seen];
            });
          }
        });
      }
    });
    const all = Array.from({ length: 40 }, (_, n) => n);
    expect(seen).toEqual(all);
    await work.published();
    expect(told).toEqual(all);
  });

  it('keeps nothing of what failed, and tells nobody', async () => {
    const refused = work.run(by, async (one) => {
      await one.of(AssetDefinitionRepository).insert('Pump', '', 1, unit);
      one.note({ kind: 'definition', what: 'created' });
      one.afterCommit(() => expect.unreachable('nothing has committed'));
      throw conflict('No.');
    });
    await expect(refused).rejects.toThrow('No.');
    expect([await definitions(), await entries()]).toEqual([[], []]);
  });

  it('gives one repository of a kind', async () => {
    await work.run(by, async (one) =>
      expect(one.of(AssetDefinitionRepository)).toBe(one.of(AssetDefinitionRepository)),
    );
  });

  it('runs one after the other, so what one read still holds when it writes', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        work.run(by, async (one) => {
          const all = await one.of(AssetDefinitionRepository).list();
          await one.of(AssetDefinitionRepository).insert(`number ${all.length}`, '', 1, unit);
        }),
      ),
    );
    expect(await definitions()).toHaveLength(20);
  });

  it('publishes in the order in which it commits', async () => {
    const published: number[] = [];
    const committed: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        work.run(by, async (one) => {
          for (let turn = index; turn < 10; turn++) await one.of(AssetDefinitionRepository).list();
          committed.push(index);
          one.afterCommit(() => published.push(index));
        }),
      ),
    );
    expect(published).toEqual(committed);
    expect(published).toHaveLength(10);
  });

  it('refuses to begin within another one, instead of waiting for ever', async () => {
    const nested = work.run(by, () => work.run(by, async () => undefined));
    await expect(nested).rejects.toThrow('within another one');
    await work.run(by, async (one) => one.of(AssetDefinitionRepository).insert('Pump', '', 1, unit));
    expect(await definitions()).toHaveLength(1);
  });

  it('lets others read what was there before while it is open', async () => {
    await work.run(by, async (one) => {
      await one.of(AssetDefinitionRepository).insert('Pump', '', 1, unit);
      expect(await definitions()).toEqual([]);
    });
  });

  if (engine === 'SQLite') return;

  it('begins anew, with nothing left of the attempt before, when the database breaks it off', async () => {
    await new AssetDefinitionRepository(database.db).insert('Pump', '', 1, unit);
    const seen: string[] = [];
    let attempts = 0;
    await work.run(by, async (one) => {
      attempts += 1;
      const [pump] = await one.of(AssetDefinitionRepository).list();
      // Somebody who is not part of the queue, as what the devices bring is not.
      if (attempts === 1) {
        await inTransaction(database.db, (trx) => sql`update asset_definitions set alias = 'theirs'`.execute(trx));
      }
      one.note({ kind: 'definition', what: `seen with alias '${pump?.alias}'` });
      one.afterCommit(() => seen.push(`attempt ${attempts}`));
      await one.of(AssetDefinitionRepository).delete(pump?.assetDefinitionId as AssetDefinitionId);
    });
    expect(seen).toEqual(['attempt 2']);
    expect((await entries()).map(({ what }) => what)).toEqual(["seen with alias 'theirs'"]);
  });

  it('gives up with a reason when it is broken off each time', async () => {
    await new AssetDefinitionRepository(database.db).insert('Pump', '', 1, unit);
    let attempts = 0;
    const unlucky = work.run(by, async (one) => {
      attempts += 1;
      const [pump] = await one.of(AssetDefinitionRepository).list();
      await sql`update asset_definitions set alias = ${`theirs ${attempts}`}`.execute(database.db);
      await one.of(AssetDefinitionRepository).delete(pump?.assetDefinitionId as AssetDefinitionId);
    });
    await expect(unlucky).rejects.toThrow(DatabaseBusyError);
    expect(attempts).toBe(10);
    await work.run(by, async () => undefined);
  });
});
