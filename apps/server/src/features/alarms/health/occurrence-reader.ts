import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { AlarmState } from '../alarm-repository.ts';
import type { OccurrenceFilter, OccurrenceRepository } from './occurrence-repository.ts';
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

  /** Those that were open at some moment of the time. */
  async read({ isWanted, ...filter }: OccurrencesOf, signal?: AbortSignal): Promise<Occurrences> {
    const { repository, awake, written } = this.#options;
    await written();
    // Before what ended: an alarm that ends meanwhile must not come twice.
    const open = [...awake()].filter((state) => state.status !== null && state.raisedMs <= filter.toMs);
    const openRaisedMs = new Set(open.map(({ raisedMs }) => raisedMs));
    const openKeys = new Set(open.map((one) => keyOf(one.assetId, one.alarmDefinitionId, one.raisedMs)));
    const comments = new Map<string, EpochMs>();
    for await (const rows of repository.between('commented', filter, signal)) {
      for (const { assetId, alarmDefinitionId, raisedMs, at } of rows) {
        const key = keyOf(assetId, alarmDefinitionId, raisedMs);
        comments.set(key, Math.min(comments.get(key) ?? at, at));
      }
    }
    const firstAct = (key: () => string, actedMs: EpochMs | null, endedMs: EpochMs): EpochMs => {
      const comment = comments.size === 0 ? undefined : comments.get(key());
      const acts = [actedMs, comment].filter((one) => one !== null && one !== undefined && one <= endedMs) as EpochMs[];
      return acts.length === 0 ? Number.NaN : Math.min(...acts);
    };
    const found = new Occurrences();
    for await (const rows of repository.ends(filter, signal)) {
      for (const { assetId, alarmDefinitionId, raisedMs, at: endedMs, actedMs } of rows) {
        if (!isWanted(assetId, alarmDefinitionId)) continue;
        const key = () => keyOf(assetId, alarmDefinitionId, raisedMs);
        if (openRaisedMs.has(raisedMs) && openKeys.has(key())) continue;
        found.add(assetId, alarmDefinitionId, { raisedMs, endedMs, actedMs: firstAct(key, actedMs, endedMs) });
      }
    }
    for (const { assetId, alarmDefinitionId, raisedMs, acknowledgedMs } of open) {
      if (filter.alarmDefinitionId !== undefined && alarmDefinitionId !== filter.alarmDefinitionId) continue;
      if (!isWanted(assetId, alarmDefinitionId)) continue;
      const endedMs = Number.POSITIVE_INFINITY;
      const key = () => keyOf(assetId, alarmDefinitionId, raisedMs);
      found.add(assetId, alarmDefinitionId, { raisedMs, endedMs, actedMs: firstAct(key, acknowledgedMs, endedMs) });
    }
    for await (const rows of repository.between('again', filter, signal)) {
      for (const { assetId, alarmDefinitionId, at } of rows) {
        if (isWanted(assetId, alarmDefinitionId)) found.addAgain(assetId, alarmDefinitionId, at);
      }
    }
    return found;
  }
}
