import type { AssetId, EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { SetAside } from '../incoming.ts';

/** Whose message it was. */
export type QuarantineSource =
  | { assetId: AssetId; gatewayId?: undefined }
  | { gatewayId: GatewayId; assetId?: undefined };

export interface QuarantineRecord extends SetAside {
  receivedMs: EpochMs;
}

const ROWS_PER_STATEMENT = 1_000;

export class QuarantineRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Appends what a source sent and keeps its newest `keep`. */
  async append(source: QuarantineSource, records: readonly QuarantineRecord[], keep: number): Promise<void> {
    const newest = records.slice(-keep);
    for (let first = 0; first < newest.length; first += ROWS_PER_STATEMENT) {
      await this.#db
        .insertInto('quarantine')
        .values(
          newest.slice(first, first + ROWS_PER_STATEMENT).map((record) => ({
            asset_id: source.assetId ?? null,
            gateway_id: source.gatewayId ?? null,
            received_ms: record.receivedMs,
            reason: record.reason,
            label: record.label === null ? null : storableText(record.label).slice(0, 255),
            time_ms: record.timeMs,
            excerpt: storableText(record.excerpt),
          })),
        )
        .execute();
    }
    await this.#trim(source, keep);
  }

  /** Newest first. */
  async list(source: QuarantineSource, limit: number): Promise<QuarantineRecord[]> {
    const rows = await this.#db
      .selectFrom('quarantine')
      .select(['received_ms', 'reason', 'label', 'time_ms', 'excerpt'])
      .where(...ofSource(source))
      .orderBy('quarantine_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      receivedMs: row.received_ms,
      reason: row.reason,
      label: row.label,
      timeMs: row.time_ms,
      excerpt: row.excerpt,
    }));
  }

  async #trim(source: QuarantineSource, keep: number): Promise<void> {
    const last = await this.#db
      .selectFrom('quarantine')
      .select('quarantine_id')
      .where(...ofSource(source))
      .orderBy('quarantine_id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    if (!last) return;
    await this.#db
      .deleteFrom('quarantine')
      .where(...ofSource(source))
      .where('quarantine_id', '<=', last.quarantine_id)
      .execute();
  }
}

function ofSource(source: QuarantineSource): ['asset_id' | 'gateway_id', '=', number] {
  return source.assetId === undefined ? ['gateway_id', '=', source.gatewayId] : ['asset_id', '=', source.assetId];
}
