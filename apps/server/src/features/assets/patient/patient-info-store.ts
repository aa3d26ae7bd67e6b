import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Work } from '#db/unit-of-work.ts';
import { changedParts } from './changed-parts.ts';
import { PatientInfoRepository, type PatientInfoVersion } from './patient-info-repository.ts';

/**
 * Writes patient information within a change. The journal has who changed which part of it and when, and none of its
 * text: whoever reads the journal need not be somebody who may read that.
 */
export class PatientInfoStore {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What was there before, and what is there now: the same where nothing is another. An empty text is none. */
  async write(
    unit: Work,
    assetId: AssetId,
    text: string | null,
  ): Promise<{ before: PatientInfoVersion; after: PatientInfoVersion }> {
    const repository = unit.of(PatientInfoRepository);
    const before = await repository.newest(assetId);
    const info = text === '' ? null : text;
    if (info === before.info) return { before, after: before };
    const after = { version: before.version + 1, info, setMs: this.#clock.now(), byName: unit.by.name };
    await repository.add(assetId, after);
    unit.note({
      kind: 'patient',
      assetId,
      what: `patient information ${info === null ? 'deleted' : 'changed'}`,
      before: { version: before.version },
      after: { version: after.version, parts: changedParts(before.info, info) },
    });
    return { before, after: await repository.newest(assetId) };
  }
}
