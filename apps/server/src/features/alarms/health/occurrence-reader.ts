import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { type EndsUnderWay, keyOf } from './ends-under-way.ts';
import type { OccurrenceFilter, OccurrenceRepository } from './occurrence-repository.ts';
import { Occurrences } from './occurrences.ts';

export interface OccurrenceReaderOptions {
  repository: Pick<OccurrenceRepository, 'between'>;
  ends: EndsUnderWay;
}

type OnOpening = (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, raisedMs: EpochMs) => void;

export interface OccurrencesOf extends OccurrenceFilter {
  isWanted: (assetId: AssetId, alarmDefinitionId: AlarmDefinitionId) => boolean;
}

/**
 * Puts together when alarms were open, and whether anybody acted on them: acknowledged them, wrote something of them, or closed
 * them while their condition was true. What is closed after its condition had gone is tidied up; what is shelved is put aside.
 */
export class OccurrenceReader {
  readonly #options: OccurrenceReaderOptions;

  constructor(options: OccurrenceReaderOptions) {
    this.#options = options;
  }

  /** When those were raised, in no order: for who asks no more of a million of them. */
  async openings({ isWanted, ...filter }: OccurrencesOf, onOpening: OnOpening, signal?: AbortSignal): Promise<void> {
    const { open, ended } = await this.#options.ends.read(filter, signal);
    for (let i = 0; i < ended.assetIds.length; i++) {
      const [assetId, alarmDefinitionId] = [ended.assetIds.at(i) as AssetId, ended.alarmIds.at(i) as AlarmDefinitionId];
      if (isWanted(assetId, alarmDefinitionId)) onOpening(assetId, alarmDefinitionId, ended.raisedMs.at(i));
    }
    for (const { assetId, alarmDefinitionId, raisedMs } of open) {
      if (isWanted(assetId, alarmDefinitionId)) onOpening(assetId, alarmDefinitionId, raisedMs);
    }
  }

  /** Those that were open at some moment of the time. */
  async read({ isWanted, ...filter }: OccurrencesOf, signal?: AbortSignal): Promise<Occurrences> {
    const { repository, ends } = this.#options;
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
    const { open, ended } = await ends.read(filter, signal);
    for (let i = 0; i < ended.assetIds.length; i++) {
      const [assetId, alarmDefinitionId] = [ended.assetIds.at(i) as AssetId, ended.alarmIds.at(i) as AlarmDefinitionId];
      if (!isWanted(assetId, alarmDefinitionId)) continue;
      const [raisedMs, endedMs] = [ended.raisedMs.at(i), ended.endedMs.at(i)];
      // More may have been read than is asked for.
      if (endedMs < filter.fromMs) continue;
      const key = () => keyOf(assetId, alarmDefinitionId, raisedMs);
      found.add(assetId, alarmDefinitionId, raisedMs, endedMs, firstAct(key, ended.actedMs.at(i), endedMs));
    }
    for (const { assetId, alarmDefinitionId, raisedMs, acknowledgedMs } of open) {
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
