import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertSourceRepository } from './alert-source-repository.ts';
import { AlertSpread } from './alert-spread.ts';
import { AlertWorld, type Watched } from './testing/alert-world.ts';

const FLOOD = 300;

describe.each(everyPortal())('what happened on $engine', ({ start }) => {
  let world: AlertWorld;
  let spread: AlertSpread;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
    await world.portal.context.alertPost.close();
    spread = anotherSpread();
  });
  afterAll(() => world.close());

  /** As a portal has it that has just started. */
  function anotherSpread(): AlertSpread {
    const { db } = world.portal.context;
    const work = new UnitOfWork(db, new Journal(new JournalRepository(db), world.clock));
    return new AlertSpread(work, new AlertSourceRepository(db), world.clock);
  }

  /** Writes down that an alarm was raised once for each severity, a second after the other. */
  async function write(
    { asset, alarmDefinitionId }: Watched,
    severities: readonly number[],
    kind = 'raised',
  ): Promise<void> {
    const raised = severities.map((severity, n) => {
      const raisedMs = world.clock.now() + n * 1_000;
      return {
        ...{ asset_id: asset.assetId, alarm_definition_id: alarmDefinitionId, kind, status: 1, by_name: 'telltale' },
        ...{ raised_ms: raisedMs, time_ms: raisedMs, last_raised_ms: raisedMs, ended_ms: null, count: 1 },
        ...{ active: 1, acknowledged_ms: null, shelved_until_ms: null, shelved_note: '', shelved_by: '' },
        ...{ severity, name: `of ${severity}`, reason: '', cause: '', note: '' },
      };
    });
    for (let first = 0; first < raised.length; first += 500) {
      const some = raised.slice(first, first + 500);
      await world.portal.context.db.insertInto('alarm_transitions').values(some).execute();
    }
  }

  async function toldTo({ userId }: Watched['first'], severity: number) {
    const { db } = world.portal.context;
    const told = db
      .selectFrom('alert_deliveries')
      .innerJoin('alert_news', 'alert_news.news_id', 'alert_deliveries.news_id');
    const rows = await told
      .select(['alert_news.kind', 'alert_news.occurrence_ms'])
      .where('user_id', '=', userId)
      .where('alert_news.severity', '=', severity)
      .execute();
    return rows.length;
  }

  it('is told first of what breaks through a flood, and of each of it once', async () => {
    const watched = await world.watched();
    await write(watched, [...Array<number>(FLOOD).fill(4), 10, ...Array<number>(FLOOD).fill(4), 10]);
    expect(await spread.spreadSome()).toBe(true);
    expect(await toldTo(watched.first, 10)).toBe(2);
    expect(await toldTo(watched.first, 4)).toBe(200);
    // Also where a start forgets how far it had looked.
    spread = anotherSpread();
    while (await spread.spreadSome());
    expect(await toldTo(watched.first, 10)).toBe(2);
    expect(await toldTo(watched.first, 4)).toBe(2 * FLOOD);
  });

  it('waits for its turn where it does not begin something', async () => {
    const watched = await world.watched();
    await write(watched, Array(FLOOD).fill(4));
    await write(watched, [10], 'acknowledged');
    while (await spread.spreadSome());
    expect(await toldTo(watched.first, 10)).toBe(0);
  });
});
