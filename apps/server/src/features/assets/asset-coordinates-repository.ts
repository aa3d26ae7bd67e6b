import type { AssetId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { AssetCoordinatesTable } from './asset-tables.ts';

export interface CoordinatesRecord {
  assetId: AssetId;
  latitude: number;
  longitude: number;
  setMs: EpochMs;
}

type PositionColumns = Omit<Selectable<AssetCoordinatesTable>, 'coordinate_id'>;

function toRecord(row: PositionColumns): CoordinatesRecord {
  return {
    assetId: row.asset_id as AssetId,
    latitude: row.latitude,
    longitude: row.longitude,
    setMs: row.set_ms,
  };
}

/** Positions of assets. None is overwritten: where an asset was at any time can be told. */
export class AssetCoordinatesRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): AssetCoordinatesRepository {
    return new AssetCoordinatesRepository(transaction);
  }

  /** The newest position of every asset that has one. */
  async listCurrent(): Promise<CoordinatesRecord[]> {
    const rows = await this.#db
      .selectFrom((from) =>
        from
          .selectFrom('asset_coordinates')
          .select(['asset_id', 'latitude', 'longitude', 'set_ms'])
          .select((select) =>
            select.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('asset_id').orderBy('set_ms', 'desc').orderBy('coordinate_id', 'desc'))
              .as('newness'),
          )
          .as('positions'),
      )
      .selectAll()
      .where('newness', '=', 1)
      .execute();
    return rows.map(toRecord);
  }

  /** The position that was current at the time. */
  async findAt(assetId: AssetId, timeMs: EpochMs): Promise<CoordinatesRecord | undefined> {
    const row = await this.#db
      .selectFrom('asset_coordinates')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('set_ms', '<=', timeMs)
      .orderBy('set_ms', 'desc')
      .orderBy('coordinate_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** The first position that the asset ever had. */
  async findFirst(assetId: AssetId): Promise<CoordinatesRecord | undefined> {
    const row = await this.#db
      .selectFrom('asset_coordinates')
      .selectAll()
      .where('asset_id', '=', assetId)
      .orderBy('set_ms')
      .orderBy('coordinate_id')
      .limit(1)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async findCurrent(assetId: AssetId): Promise<CoordinatesRecord | undefined> {
    return this.findAt(assetId, Number.MAX_SAFE_INTEGER);
  }

  async append(position: CoordinatesRecord): Promise<void> {
    await this.#db
      .insertInto('asset_coordinates')
      .values({
        asset_id: position.assetId,
        latitude: position.latitude,
        longitude: position.longitude,
        set_ms: position.setMs,
      })
      .execute();
  }
}
