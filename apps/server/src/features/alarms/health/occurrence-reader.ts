import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { AlarmState } from '../alarm-repository.ts';
import type { OccurrenceFilter, OccurrenceRepository, OnOpening } from './occurrence-repository.ts';
import { Occurrences } from './occurrences.ts';

export interface OccurrenceReaderOptions {
  repository: OccurrenceRepository;
  /** Open and shelved alarms of all assets. */
  awake: () => Iterable<AlarmState>;
  /** Resolves when what was done to alarms is in the database. */
  written: () => Promise<void>;
}

export interface OccurrencesOf extends OccurrenceFilter {
  isWanted: (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) => boolean;
}

const keyOf = (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, raisedMs: EpochMs) =>
  `${assetId} ${alarmDefinitionId} ${raisedMs}`;

/**
 * Puts together when alarms were open, and whether anybody acted on them: acknowledged them, wrote something of them, or closed
 * them while their condition was true. What is closed after its condition had gone is tidied up; what is shelved is put aside.
 */
export class OccurrenceReader {
  readonly #options: OccurrenceReaderOptions;

  constructor(options: OccurrenceReaderOptions) {
    this.#options = options;
  }

  /** When those were raised, in no order. */
  async openings({ isWanted, ...filter }: OccurrencesOf, onOpening: OnOpening, signal?: AbortSignal): Promise<void> {
    const { open, isOpen } = await this.#open(filter);
    const tell: OnOpening = (assetId, alarmDefinitionId, raisedMs) => {
      if (isWanted(assetId, alarmDefinitionId)) onOpening(assetId, alarmDefinitionId, raisedMs);
    };
    const tellEnded: OnOpening = (assetId, alarmDefinitionId, raisedMs) => {
      if (!isOpen(assetId, alarmDefinitionId, raisedMs)) tell(assetId, alarmDefinitionId, raisedMs);
    };
    await this.#options.repository.openings(filter, tellEnded, signal);
    for (const { assetId, alarmDefinitionId, raisedMs } of open) {
      if (filter.alarmDefinitionId === undefined || filter.alarmDefinitionId === alarmDefinitionId)
        tell(assetId, alarmDefinitionId, raisedMs);
    }
  }

  /** Those that are open, as they are before what ended is read: an alarm that ends meanwhile must not come twice. */
  async #open({ toMs }: OccurrenceFilter) {
    const { awake, written } = this.#options;
    await written();
    const open = [...awake()].filter((state) => state.status !== null && state.raisedMs <= toMs);
    const openRaisedMs = new Set(open.map(({ raisedMs }) => raisedMs));
    const openKeys = new Set(open.map((one) => keyOf(one.assetId, one.alarmDefinitionId, one.raisedMs)));
    const isOpen = (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, raisedMs: EpochMs) =>
      openRaisedMs.has(raisedMs) && openKeys.has(keyOf(assetId, alarmDefinitionId, raisedMs));
    return { open, isOpen };
  }

  /** Those that were open at some moment of the time. */
  async read({ isWanted, ...filter }: OccurrencesOf, signal?: AbortSignal): Promise<Occurrences> {
    const { repository } = this.#options;
    const { open, isOpen } = await this.#open(filter);
    const comments = new Map<string, EpochMs>();
    await repository.between(
      'commented',
      filter,
      (assetId, alarmDefinitionId, raisedMs, timeMs) => {
        const key = keyOf(assetId, alarmDefinitionId, raisedMs);
        comments.set(key, Math.min(comments.get(key) ?? timeMs, timeMs));
      },
      signal,
    );
    const firstAct = (key: () => string, actedMs: EpochMs, endedMs: EpochMs): EpochMs => {
      const comment = comments.size === 0 ? undefined : comments.get(key());
      if (comment === undefined || comment > endedMs) return actedMs;
      return Number.isNaN(actedMs) ? comment : Math.min(actedMs, comment);
    };
    const found = new Occurrences();
    await repository.ends(
      filter,
      (assetId, alarmDefinitionId, raisedMs, endedMs, actedMs) => {
        if (!isWanted(assetId, alarmDefinitionId)) return;
        if (isOpen(assetId, alarmDefinitionId, raisedMs)) return;
        const key = () => keyOf(assetId, alarmDefinitionId, raisedMs);
        found.add(assetId, alarmDefinitionId, raisedMs, endedMs, firstAct(key, actedMs, endedMs));
      },
      signal,
    );
    for (const { assetId, alarmDefinitionId, raisedMs, acknowledgedMs } of open) {
      if (filter.alarmDefinitionId !== undefined && alarmDefinitionId !== filter.alarmDefinitionId) continue;
      if (!isWanted(assetId, alarmDefinitionId)) continue;
      const endedMs = Number.POSITIVE_INFINITY;
      const key = () => keyOf(assetId, alarmDefinitionId, raisedMs);
      const actedMs = firstAct(key, acknowledgedMs ?? Number.NaN, endedMs);
      found.add(assetId, alarmDefinitionId, raisedMs, endedMs, actedMs);
    }
    await repository.between(
      'again',
      filter,
      (assetId, alarmDefinitionId, _raisedMs, timeMs) => {
        if (isWanted(assetId, alarmDefinitionId)) found.addAgain(assetId, alarmDefinitionId, timeMs);
      },
      signal,
    );
    return found;
  }
}
