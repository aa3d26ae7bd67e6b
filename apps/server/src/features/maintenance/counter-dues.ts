import type { AssetId, EpochMs, EventDefinitionId, EventId, parts } from '@telltale/contract';
import type { PartBook } from './part-book.ts';
import { readMeta } from './part-meta.ts';
import type { PartRepository } from './part-repository.ts';
import { type PartMoments, toPart } from './part-state.ts';

/** Something that is due whenever a counter has moved on by so much. */
export interface CounterQuestion {
  readonly assetId: AssetId;
  readonly eventDefinitionId: EventDefinitionId;
  /** A label, or a path whose last step is one. */
  readonly counter: string;
  readonly interval: number;
  /** It counts from here on, or from when it was done after that; null: from when it was last done. */
  readonly sinceMs: EpochMs | null;
  /** What was never done counts from here on. */
  readonly elseMs: EpochMs;
}

export interface CounterDue {
  readonly kind: parts.PartForecast['kind'];
  readonly dueMs: EpochMs | undefined;
  /** What people read of it. */
  readonly counter: string;
  readonly used: number | null;
  readonly perDay: number | null;
  /** Why nothing can be told. */
  readonly fault: string | null;
}

export interface CounterDuesOptions {
  repository: Pick<PartRepository, 'findLast'>;
  book: Pick<PartBook, 'counterOf'>;
  /** The attribute aliasMap of an asset; undefined: it has none, or is gone. */
  aliasMapOf: (assetId: AssetId) => Promise<string | undefined>;
  moments: PartMoments;
}

/** When something falls due by a counter that somebody named, whatever the asset's maintenance-schedule says. */
export class CounterDues {
  readonly #options: CounterDuesOptions;
  /** Assets of whose past more is known. */
  #changed = new Set<AssetId>();

  constructor(options: CounterDuesOptions) {
    this.#options = options;
  }

  /** Something of the past of an asset came in, or was corrected. */
  noteChanged(assetId: AssetId): void {
    this.#changed.add(assetId);
  }

  /** Assets of which that was said since this was asked last. */
  takeChanged(): AssetId[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  async dueOf(question: CounterQuestion, nowMs: EpochMs): Promise<CounterDue> {
    const { assetId, eventDefinitionId, interval, sinceMs, elseMs } = question;
    const { repository, book, aliasMapOf, moments } = this.#options;
    const done = await repository.findLast(assetId, eventDefinitionId, nowMs);
    const isSince = done !== undefined && (sinceMs === null || done.timestampMs >= sinceMs);
    const nobody = { eventId: 0 as EventId, assetId, eventDefinitionId, cause: '', meta: '', user: '' };
    const last = isSince ? done : { ...nobody, timestampMs: Math.min(sinceMs ?? elseMs, nowMs) };
    const asset = { assetId, aliasMap: await aliasMapOf(assetId) };
    const { label, name, key, fault } = book.counterOf(asset, question.counter);
    const part = {
      definition: { eventDefinitionId, assetDefinitionId: 0 as never, name: '', reason: '' },
      place: undefined,
      counter: label,
      counterPath: question.counter,
      counterName: name,
      key,
      interval,
      isNamed: true,
      fault,
      last: { ...last, told: readMeta(last.meta) },
    };
    const [moment] = await moments.momentsOf({ assetId, fault: undefined, parts: [part] }, nowMs);
    if (!moment) throw new Error('Nothing was reckoned.');
    const told = toPart(moment, nowMs);
    const { kind, due, perDay } = told.forecast;
    const dueMs = due === null ? undefined : Date.parse(due);
    return { kind, dueMs, counter: name, used: told.used, perDay, fault: told.fault };
  }
}
