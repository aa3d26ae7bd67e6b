import type { AssetId, EpochMs, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { holdsText } from '#db/holds-text.ts';
import { isOneOf } from '#db/one-of.ts';
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

export interface QuarantineFilter {
  /** Undefined: of all assets. */
  assetIds: readonly AssetId[] | undefined;
  gatewayIds: readonly GatewayId[];
  search: string;
  reason?: string | undefined;
  source?: 'asset' | 'gateway' | undefined;
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
}

/** With whose it is. */
export interface SourcedRecord extends QuarantineRecord {
  quarantineId: number;
  assetId: AssetId | null;
  gatewayId: GatewayId | null;
  name: string;
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

  /** Of all of these sources, newest first. */
  async listOf(filter: QuarantineFilter, page: { limit: number; offset: number }): Promise<SourcedRecord[]> {
    const rows = await filtered(this.#db, filter)
      .select([
        'aside.quarantine_id',
        'aside.received_ms',
        'aside.reason',
        'aside.label',
        'aside.time_ms',
        'aside.excerpt',
        'aside.asset_id',
        'aside.gateway_id',
        'assets.asset_alias',
        'assets.serial_number',
        'gateways.name',
      ])
      .orderBy('aside.quarantine_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map((row) => ({
      quarantineId: row.quarantine_id,
      receivedMs: row.received_ms,
      reason: row.reason,
      label: row.label,
      timeMs: row.time_ms,
      excerpt: row.excerpt,
      assetId: row.asset_id as AssetId | null,
      gatewayId: row.gateway_id as GatewayId | null,
      name: row.asset_alias || (row.serial_number ?? row.name ?? ''),
    }));
  }

  /** How many have which reason among the newest so many, the most frequent first. */
  async countReasons(filter: QuarantineFilter, among: number): Promise<{ reason: string; count: number }[]> {
    const rows = await this.#db
      .selectFrom(
        filtered(this.#db, filter)
          .select('aside.reason')
          .orderBy('aside.quarantine_id', 'desc')
          .limit(among)
          .as('newest'),
      )
      .select((select) => ['newest.reason', select.fn.countAll<number>().as('count')])
      .groupBy('newest.reason')
      .execute();
    const counts = rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
    return counts.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
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

const SEARCHED = [
  'aside.reason',
  'aside.label',
  'aside.excerpt',
  'assets.asset_alias',
  'assets.serial_number',
  'gateways.name',
] as const;

function filtered(
  db: Kysely<Database>,
  { assetIds, gatewayIds, search, reason, source, fromMs, toMs }: QuarantineFilter,
) {
  let query = db
    .selectFrom('quarantine as aside')
    .leftJoin('assets', 'assets.asset_id', 'aside.asset_id')
    .leftJoin('gateways', 'gateways.gateway_id', 'aside.gateway_id')
    .where((either) =>
      either.or([
        assetIds === undefined ? either('aside.asset_id', 'is not', null) : isOneOf('aside.asset_id', assetIds),
        isOneOf('aside.gateway_id', gatewayIds),
      ]),
    );
  const text = search.trim();
  if (text !== '') {
    query = query.where((either) => either.or(SEARCHED.map((column) => holdsText(column, text))));
  }
  if (reason !== undefined) query = query.where('aside.reason', '=', reason);
  if (source !== undefined) query = query.where(`aside.${source}_id`, 'is not', null);
  if (fromMs !== undefined) query = query.where('aside.received_ms', '>=', fromMs);
  if (toMs !== undefined) query = query.where('aside.received_ms', '<=', toMs);
  return query;
}

function ofSource(source: QuarantineSource): ['asset_id' | 'gateway_id', '=', number] {
  return source.assetId === undefined ? ['gateway_id', '=', source.gatewayId] : ['asset_id', '=', source.assetId];
}
