import type { AssetId, EpochMs, patientInfo } from '@telltale/contract';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict } from '#http/errors.ts';
import type { AssetReader } from '../asset-reader.ts';
import { faultOfAttribute } from '../attribute-rules.ts';
import { PatientInfoRepository, type PatientInfoVersion } from './patient-info-repository.ts';
import type { PatientInfoStore } from './patient-info-store.ts';

export interface PatientInfoServiceOptions {
  work: UnitOfWork;
  reader: AssetReader;
  store: PatientInfoStore;
}

/** Patient information of assets for who may read and write it; each reading and each change is in the journal. */
export class PatientInfoService {
  readonly #options: PatientInfoServiceOptions;

  constructor(options: PatientInfoServiceOptions) {
    this.#options = options;
  }

  /** @param atMs a past moment; absent: now. From before the asset was made it is the first that was written. */
  async read(caller: Caller, assetId: AssetId, atMs: EpochMs | undefined): Promise<patientInfo.PatientInfo> {
    const { work, reader } = this.#options;
    return work.run(caller, async (unit) => {
      const { createdMs } = await reader.within(unit, caller, assetId);
      const repository = unit.of(PatientInfoRepository);
      const found =
        atMs === undefined
          ? { version: await repository.newest(assetId), untilMs: undefined }
          : await (atMs < createdMs ? repository.first(assetId) : repository.at(assetId, atMs));
      const { version, info } = found.version;
      // Of what is not there nobody has read anything.
      if (info !== null) {
        unit.note({ kind: 'patient', assetId, what: 'patient information read', after: { version } });
      }
      return toReply(found.version, found.untilMs);
    });
  }

  /** @throws HttpError 400 for a text that is no JSON, 409 with who wrote where somebody else did since that version */
  async put(
    caller: Caller,
    assetId: AssetId,
    { info, version }: { info: string; version: number },
  ): Promise<patientInfo.PatientInfo> {
    const { work, reader, store } = this.#options;
    const fault = faultOfAttribute('PatientInfo', info);
    if (fault) throw badRequest(fault, { field: 'info' });
    return work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      const current = await unit.of(PatientInfoRepository).newest(assetId);
      if (current.version !== version) throw writtenInBetween(current);
      const { after } = await store.write(unit, assetId, info);
      return toReply(after, undefined);
    });
  }
}

function toReply({ version, info, setMs, byName }: PatientInfoVersion, untilMs: EpochMs | undefined) {
  return {
    version,
    info,
    since: version === 0 ? null : new Date(setMs).toISOString(),
    until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
    by: byName,
  };
}

function writtenInBetween(current: PatientInfoVersion) {
  const { version, by, since } = toReply(current, undefined);
  return conflict(`${by || 'Somebody'} changed the patient information meanwhile.`, { version, by, since });
}
