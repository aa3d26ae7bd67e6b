import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { AlarmState } from '../alarm-repository.ts';
import { NumberColumn } from './number-column.ts';
import type { OccurrenceFilter, OccurrenceRepository } from './occurrence-repository.ts';

export interface EndsUnderWayOptions {
  repository: Pick<OccurrenceRepository, 'ends'>;
  /** Open and shelved alarms of all assets. */
  awake: () => Iterable<AlarmState>;
  /** Resolves when what was done to alarms is in the database. */
  written: () => Promise<void>;
}

/** What ended in a time, in columns, and what was open when it began to be read. */
export interface Ends {
  readonly open: readonly AlarmState[];
  readonly ended: Readonly<Record<'assetIds' | 'alarmIds' | 'raisedMs' | 'endedMs' | 'actedMs', NumberColumn>>;
}

interface Reading {
  readonly ends: Promise<Ends>;
  readonly left: AbortController;
  waiting: number;
}

/** Read beyond the beginning, so that a flood which was under way then is found whole, and all who look at a time read the same. */
export const LEAD_MS = 86_400_000;

export const keyOf = (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, raisedMs: EpochMs) =>
  `${assetId} ${alarmDefinitionId} ${raisedMs}`;

/** Reads what ended in a time, once for all who ask for it meanwhile: a page that asks for figures and for floods reads a year once. */
export class EndsUnderWay {
  readonly #options: EndsUnderWayOptions;
  readonly #underWay = new Map<string, Reading>();

  constructor(options: EndsUnderWayOptions) {
    this.#options = options;
  }

  /** From a day before its beginning on. */
  async read(filter: OccurrenceFilter, signal?: AbortSignal): Promise<Ends> {
    signal?.throwIfAborted();
    const { fromMs, toMs, alarmDefinitionId } = filter;
    const name = `${fromMs} ${toMs} ${alarmDefinitionId ?? ''}`;
    const reading = this.#underWay.get(name) ?? this.#begin(name, filter);
    reading.waiting++;
    const leave = () => {
      if (--reading.waiting === 0) this.#end(name, reading);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const ends = await reading.ends;
      signal?.throwIfAborted();
      return ends;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #begin(name: string, filter: OccurrenceFilter): Reading {
    const left = new AbortController();
    const ends = this.#read(filter, left.signal).finally(() => this.#forget(name, reading));
    const reading: Reading = { ends, left, waiting: 0 };
    this.#underWay.set(name, reading);
    return reading;
  }

  /** Nobody waits for it any more. */
  #end(name: string, reading: Reading): void {
    this.#forget(name, reading);
    reading.left.abort();
  }

  #forget(name: string, reading: Reading): void {
    if (this.#underWay.get(name) === reading) this.#underWay.delete(name);
  }

  async #read(filter: OccurrenceFilter, signal: AbortSignal): Promise<Ends> {
    const { repository, awake, written } = this.#options;
    await written();
    // Before what ended: an alarm that ends meanwhile must not come twice.
    const open = [...awake()].filter(
      ({ status, raisedMs, alarmDefinitionId }) =>
        status !== null &&
        raisedMs <= filter.toMs &&
        (filter.alarmDefinitionId === undefined || filter.alarmDefinitionId === alarmDefinitionId),
    );
    const openRaisedMs = new Set(open.map(({ raisedMs }) => raisedMs));
    const openKeys = new Set(open.map((one) => keyOf(one.assetId, one.alarmDefinitionId, one.raisedMs)));
    const [assetIds, alarmIds] = [new NumberColumn(), new NumberColumn()];
    const [raised, ended, acted] = [new NumberColumn(), new NumberColumn(), new NumberColumn()];
    await repository.ends(
      { ...filter, fromMs: filter.fromMs - LEAD_MS },
      (assetId, alarmDefinitionId, raisedMs, endedMs, actedMs) => {
        if (openRaisedMs.has(raisedMs) && openKeys.has(keyOf(assetId, alarmDefinitionId, raisedMs))) return;
        assetIds.push(assetId);
        alarmIds.push(alarmDefinitionId);
        raised.push(raisedMs);
        ended.push(endedMs);
        acted.push(actedMs);
      },
      signal,
    );
    return { open, ended: { assetIds, alarmIds, raisedMs: raised, endedMs: ended, actedMs: acted } };
  }
}
