import type { AssetId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { PatientInfoTable } from '../asset-tables.ts';

export interface PatientInfoVersion {
  readonly version: number;
  /** Null: it was deleted. */
  readonly info: string | null;
  readonly setMs: EpochMs;
  readonly byName: string;
}

/** What nobody has written is version 0. */
export const NOTHING_WRITTEN: PatientInfoVersion = { version: 0, info: null, setMs: 0, byName: '' };

function toVersion(row: Selectable<PatientInfoTable>): PatientInfoVersion {
  return { version: row.version, info: row.info, setMs: row.set_ms, byName: row.by_name };
}

/** Patient information of assets, apart from their other attributes; each change is another version. */
export class PatientInfoRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async newest(assetId: AssetId): Promise<PatientInfoVersion> {
    const row = await this.#of(assetId).orderBy('version', 'desc').limit(1).executeTakeFirst();
    return row ? toVersion(row) : NOTHING_WRITTEN;
  }

  /** The one that counted at a time, and from when on another did. */
  async at(assetId: AssetId, timeMs: EpochMs): Promise<{ version: PatientInfoVersion; untilMs: EpochMs | undefined }> {
    const row = await this.#of(assetId)
      .where('set_ms', '<=', timeMs)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    const version = row ? toVersion(row) : NOTHING_WRITTEN;
    return { version, untilMs: await this.#endOf(assetId, version.version) };
  }

  /** The first that anybody wrote, and from when on another counted. */
  async first(assetId: AssetId): Promise<{ version: PatientInfoVersion; untilMs: EpochMs | undefined }> {
    const row = await this.#of(assetId).orderBy('version').limit(1).executeTakeFirst();
    const version = row ? toVersion(row) : NOTHING_WRITTEN;
    return { version, untilMs: await this.#endOf(assetId, version.version) };
  }

  async add(assetId: AssetId, { version, info, setMs, byName }: PatientInfoVersion): Promise<void> {
    await this.#db
      .insertInto('patient_info')
      .values({
        asset_id: assetId,
        version,
        set_ms: setMs,
        by_name: storableText(byName),
        info: info === null ? null : storableText(info),
      })
      .execute();
  }

  async #endOf(assetId: AssetId, version: number): Promise<EpochMs | undefined> {
    const next = await this.#of(assetId)
      .where('version', '=', version + 1)
      .executeTakeFirst();
    return next?.set_ms;
  }

  #of(assetId: AssetId) {
    return this.#db.selectFrom('patient_info').selectAll().where('asset_id', '=', assetId);
  }
}
