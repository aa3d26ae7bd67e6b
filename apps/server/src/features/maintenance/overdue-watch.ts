import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { type AssetId, type EpochMs, type EventId, events } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { EventRecord } from '#db/event-record.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { type DuePoint, type OpenNotice, OverdueRepository } from './overdue-repository.ts';
import { type AssetOfParts, isPart, type PartBook } from './part-book.ts';
import { PartRepository } from './part-repository.ts';
import { PartSchedule } from './part-schedule.ts';
import type { PartMoment, PartMoments } from './part-state.ts';

export interface OverdueWatchOptions {
  work: UnitOfWork;
  repository: OverdueRepository;
  book: PartBook;
  moments: PartMoments;
  listAssets: () => Promise<AssetOfParts[]>;
  insertEvent: (work: Work, event: Omit<EventRecord, 'eventId'>) => Promise<{ eventId: EventId }>;
  /** Gives an event that is still there another status, and a further comment where there is one. */
  setStatus: (work: Work, eventId: EventId, status: events.EventStatus, comment: string) => Promise<void>;
  /** An asset as the database has it; undefined: it is gone. */
  assetWithin: (
    work: Work,
    assetId: AssetId,
  ) => Promise<Pick<AssetOfParts, 'assetDefinitionId' | 'schedule'> | undefined>;
  clock: Clock;
}

interface Overdue extends DuePoint {
  readonly cause: string;
}

/** So many assets are reckoned before others have their turn. */
const ASSETS_PER_TURN = 50;

const REQUESTED = 1;
const CANCELLED = 0;
/** How a notice ends: the status of its event, what the journal says, and what the event itself does. */
const SETTLED = {
  done: { status: events.EVENT_COMPLETED, said: 'completed: the part was done', comment: '' },
  moved: {
    status: CANCELLED,
    said: 'cancelled: it is due at another point',
    comment: 'It is due at another point now.',
  },
  gone: { status: CANCELLED, said: 'cancelled: the part is gone', comment: 'The part is gone.' },
} as const;
/** One unit writes no more than this: others have their turn. */
const MOST_AT_ONCE = 200;

/**
 * Notes what is overdue, once for each point at which a part is due, and settles it once it was done. What was noted
 * stands in the database under a key, so that neither a restart nor a second portal on the same database notes it again.
 */
export class OverdueWatch {
  readonly #options: OverdueWatchOptions;
  /** What is known to be noted. */
  readonly #noted = new Set<string>();

  constructor(options: OverdueWatchOptions) {
    this.#options = options;
  }

  /** The same, as another process on the same database does it. */
  beside(others: Partial<OverdueWatchOptions>): OverdueWatch {
    return new OverdueWatch({ ...this.#options, ...others });
  }

  async look(): Promise<void> {
    const { repository, clock } = this.#options;
    const nowMs = clock.now();
    const points = new Map<string, string>();
    const due: Overdue[] = [];
    const { found, unreadable } = await this.#moments(nowMs);
    for (const [assetId, moment] of found) {
      const { definition, last, interval, counter, counterName } = moment.part;
      const { eventDefinitionId } = definition;
      const duePoint = `${last?.eventId ?? 0} ${interval} ${counter}`;
      points.set(`${assetId} ${eventDefinitionId}`, duePoint);
      // While its history comes in, or was not recorded, it may have been done later than the counter tells.
      const isOverdue = moment.state === 'overdue' && (moment.leastUsed ?? 0) >= interval;
      if (!isOverdue || this.#noted.has(keyOf({ assetId, eventDefinitionId, duePoint }))) continue;
      const used = Math.floor(moment.used ?? 0).toLocaleString('en-US');
      const cause = `${definition.name}: ${used} of ${interval.toLocaleString('en-US')} ${counterName}`;
      due.push({ assetId, eventDefinitionId, duePoint, cause });
    }
    for (let first = 0; first < due.length; first += MOST_AT_ONCE) {
      await this.#note(due.slice(first, first + MOST_AT_ONCE), nowMs);
    }
    for (const notice of await repository.listOpen()) {
      if (unreadable.has(notice.assetId)) continue;
      const point = points.get(`${notice.assetId} ${notice.eventDefinitionId}`);
      if (point === notice.duePoint) continue;
      if (point === undefined) await this.#settle(notice, 'gone', nowMs);
      else await this.#settle(notice, isOfOtherRecord(notice.duePoint, point) ? 'done' : 'moved', nowMs);
    }
  }

  /** Of parts whose plan can be read. */
  async #moments(nowMs: EpochMs): Promise<{ found: [AssetId, PartMoment][]; unreadable: ReadonlySet<AssetId> }> {
    const { book, moments, listAssets } = this.#options;
    const found: [AssetId, PartMoment][] = [];
    const unreadable = new Set<AssetId>();
    let looked = 0;
    const all = await book.partsOf(await listAssets(), nowMs);
    await moments.warm(all, nowMs);
    for (const asset of all) {
      if (asset.fault !== undefined) {
        unreadable.add(asset.assetId);
        continue;
      }
      for (const moment of await moments.momentsOf(asset, nowMs)) found.push([asset.assetId, moment]);
      if (++looked % ASSETS_PER_TURN === 0) await nextTurnOfTheLoop();
    }
    return { found, unreadable };
  }

  async #note(due: readonly Overdue[], nowMs: EpochMs): Promise<void> {
    const { work, insertEvent } = this.#options;
    await work.run(portalActor, async (unit) => {
      const repository = unit.of(OverdueRepository);
      const eventDefinitionId = await repository.overdueKind();
      for (const { cause, ...point } of due) {
        if (!(await repository.claim(point, nowMs))) continue;
        const { assetId } = point;
        const times = { timestampMs: nowMs, receivedMs: nowMs };
        const user = portalActor.name;
        const event = { assetId, eventDefinitionId, ...times, cause, meta: '', status: REQUESTED, user } as const;
        const { eventId } = await insertEvent(unit, event);
        await repository.setEvent(point, eventId);
        unit.note({ kind: 'event', assetId, what: `event ${eventId} ${cause} is overdue`, after: { cause } });
      }
    });
    for (const point of due) this.#noted.add(keyOf(point));
  }

  async #settle(notice: OpenNotice, why: keyof typeof SETTLED, nowMs: EpochMs): Promise<void> {
    const { work, setStatus } = this.#options;
    await work.run(portalActor, async (unit) => {
      // Another process on the same database may know of a part that this one has not heard of yet.
      if (why === 'gone' && (await this.#isThere(unit, notice))) return;
      if (!(await unit.of(OverdueRepository).settle(notice, nowMs)) || notice.eventId === null) return;
      const { status, said, comment } = SETTLED[why];
      await setStatus(unit, notice.eventId, status, comment);
      unit.note({ kind: 'event', assetId: notice.assetId, what: `event ${notice.eventId} ${said}` });
    });
    this.#noted.delete(keyOf(notice));
  }

  /** Whether the part is one of its asset, as the database has it, or as far as its schedule can be read. */
  async #isThere(unit: Work, { assetId, eventDefinitionId }: OpenNotice): Promise<boolean> {
    const asset = await this.#options.assetWithin(unit, assetId);
    const kind = await unit.of(PartRepository).findDefinition(eventDefinitionId);
    if (!asset || !kind || kind.assetDefinitionId !== asset.assetDefinitionId) return false;
    const schedule = new PartSchedule(asset.schedule);
    return schedule.fault !== undefined || isPart(kind, schedule);
  }
}

const keyOf = ({ assetId, eventDefinitionId, duePoint }: DuePoint) => `${assetId} ${eventDefinitionId} ${duePoint}`;

function isOfOtherRecord(before: string, after: string): boolean {
  return before.split(' ')[0] !== after.split(' ')[0];
}
