import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { type AssetId, type EpochMs, type EventDefinitionId, type EventId, events } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { type DuePoint, type OpenNotice, OverdueRepository } from './overdue-repository.ts';
import type { AssetOfParts, PartBook } from './part-book.ts';
import type { PartMoment, PartMoments } from './part-state.ts';

/** An event that the portal writes by itself. */
interface OwnEvent {
  assetId: AssetId;
  eventDefinitionId: EventDefinitionId;
  timestampMs: EpochMs;
  receivedMs: EpochMs;
  cause: string;
  meta: string;
  status: events.EventStatus;
  user: string;
}

export interface OverdueWatchOptions {
  work: UnitOfWork;
  repository: OverdueRepository;
  book: PartBook;
  moments: PartMoments;
  listAssets: () => Promise<AssetOfParts[]>;
  insertEvent: (work: Work, event: OwnEvent) => Promise<{ eventId: EventId }>;
  /** Gives an event that is still there another status. */
  setStatus: (work: Work, eventId: EventId, status: events.EventStatus) => Promise<void>;
  clock: Clock;
}

interface Overdue extends DuePoint {
  readonly cause: string;
}

/** So many assets are reckoned before others have their turn. */
const ASSETS_PER_TURN = 50;

const REQUESTED = 1;
const CANCELLED = 0;
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
    for (const [assetId, moment] of await this.#moments(nowMs)) {
      const { definition, last, interval, counter } = moment.part;
      const { eventDefinitionId } = definition;
      const duePoint = `${last?.eventId ?? 0} ${interval} ${counter}`;
      points.set(`${assetId} ${eventDefinitionId}`, duePoint);
      if (moment.state !== 'overdue' || this.#noted.has(keyOf({ assetId, eventDefinitionId, duePoint }))) continue;
      const used = Math.floor(moment.used ?? 0).toLocaleString('en-US');
      const cause = `${definition.name}: ${used} of ${interval.toLocaleString('en-US')} ${counter}`;
      due.push({ assetId, eventDefinitionId, duePoint, cause });
    }
    for (let first = 0; first < due.length; first += MOST_AT_ONCE) {
      await this.#note(due.slice(first, first + MOST_AT_ONCE), nowMs);
    }
    const settled = (await repository.listOpen()).filter(({ assetId, eventDefinitionId, duePoint }) => {
      const point = points.get(`${assetId} ${eventDefinitionId}`);
      return point !== undefined && point !== duePoint;
    });
    for (const notice of settled) {
      const point = points.get(`${notice.assetId} ${notice.eventDefinitionId}`) ?? '';
      await this.#settle(notice, isOfOtherRecord(notice.duePoint, point), nowMs);
    }
  }

  /** Of parts whose plan can be read. */
  async #moments(nowMs: EpochMs): Promise<[AssetId, PartMoment][]> {
    const { book, moments, listAssets } = this.#options;
    const found: [AssetId, PartMoment][] = [];
    let looked = 0;
    for (const asset of await book.partsOf(await listAssets(), nowMs)) {
      if (asset.fault !== undefined) continue;
      for (const moment of await moments.momentsOf(asset, nowMs)) found.push([asset.assetId, moment]);
      if (++looked % ASSETS_PER_TURN === 0) await nextTurnOfTheLoop();
    }
    return found;
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

  async #settle(notice: OpenNotice, isDone: boolean, nowMs: EpochMs): Promise<void> {
    const { work, setStatus } = this.#options;
    await work.run(portalActor, async (unit) => {
      if (!(await unit.of(OverdueRepository).settle(notice, nowMs)) || notice.eventId === null) return;
      await setStatus(unit, notice.eventId, isDone ? events.EVENT_COMPLETED : CANCELLED);
      const what = `event ${notice.eventId} ${isDone ? 'completed: the part was done' : 'cancelled: it is due at another point'}`;
      unit.note({ kind: 'event', assetId: notice.assetId, what });
    });
  }
}

const keyOf = ({ assetId, eventDefinitionId, duePoint }: DuePoint) => `${assetId} ${eventDefinitionId} ${duePoint}`;

function isOfOtherRecord(before: string, after: string): boolean {
  return before.split(' ')[0] !== after.split(' ')[0];
}
