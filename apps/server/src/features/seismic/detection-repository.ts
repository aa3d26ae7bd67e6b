import { type AssetId, type EpochMs, seismic } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';

export interface EndedDetection {
  readonly assetId: AssetId;
  readonly raisedMs: EpochMs;
  /** As it is kept beside the cause. */
  readonly causeNumbers: string;
}

/** Alarms of locally detected events that have ended. */
export class DetectionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** @param assetIds undefined: of every asset */
  async listEnded(assetIds: readonly AssetId[] | undefined, limit: number): Promise<EndedDetection[]> {
    let query = this.#db
      .selectFrom('alarm_transitions')
      .select(['asset_id', 'raised_ms', 'cause_numbers'])
      .where('alarm_definition_id', '=', seismic.LOCAL_EVENT_DEFINITION)
      .where('ended_ms', 'is not', null);
    if (assetIds !== undefined) query = query.where(isOneOf('asset_id', assetIds));
    const rows = await query.orderBy('raised_ms', 'desc').orderBy('asset_id').limit(limit).execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      raisedMs: row.raised_ms,
      causeNumbers: row.cause_numbers,
    }));
  }
}
