import type { AssetId, EpochMs } from '@telltale/contract';
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { engineOf } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';
import type { AssetCoordinatesTable } from './asset-tables.ts';

export interface CoordinatesRecord {
  assetId: AssetId;
  latitude: number;
  longitude: number;
  setMs: EpochMs;
  /** It is what the device said itself; absent where people set it. */
  isReported?: true;
}

const STEP_COLUMNS = ['step.asset_id', 'latitude', 'longitude', 'set_ms', 'is_cleared', 'is_reported'] as const;

const newestStep = (of: ExpressionBuilder<Database, 'assets'>) =>
  of
    .selectFrom('asset_coordinates')
    .whereRef('asset_coordinates.asset_id', '=', 'assets.asset_id')
    .orderBy('set_ms', 'desc')
    .orderBy('coordinate_id', 'desc')
    .limit(1);

type PositionColumns = Omit<Selectable<AssetCoordinatesTable>, 'coordinate_id' | 'is_cleared'>;

function toRecord(row: PositionColumns): CoordinatesRecord {
  return {
    assetId: row.asset_id as AssetId,
    latitude: row.latitude,
    longitude: row.longitude,
    setMs: row.set_ms,
    ...(row.is_reported === 1 ? { isReported: true } : {}),
  };
}

/** One step of an asset's way: where it was from then on, or that it was nowhere. */
export interface CoordinatesStep extends CoordinatesRecord {
  isCleared: boolean;
}

/** Six parameters a row; SQLite takes 32,766 in a statement. */
const ROWS_PER_STATEMENT = 1_000;

/** Positions of assets. None is overwritten: where an asset was at any time can be told. */
export class AssetCoordinatesRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The position of every asset that has one: by one look at the index for each asset, however long its way is. */
  async listCurrent(): Promise<CoordinatesRecord[]> {
    // PostgreSQL would read all steps to join their ids, and SQLite has no lateral joins.
    const rows = await (engineOf(this.#db) === 'postgres' ? this.#newestByLateral() : this.#newestById())
      .where('is_cleared', '=', 0)
      .execute();
    return rows.map(toRecord);
  }

  #newestById() {
    return this.#db
      .selectFrom('assets')
      .innerJoin('asset_coordinates as step', (join) =>
        join.on('step.coordinate_id', '=', (of) => newestStep(of).select('coordinate_id')),
      )
      .select(STEP_COLUMNS);
  }

  #newestByLateral() {
    return this.#db
      .selectFrom('assets')
      .innerJoinLateral(
        (of) => newestStep(of).selectAll().as('step'),
        (join) => join.onTrue(),
      )
      .select(STEP_COLUMNS);
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
    return row === undefined || row.is_cleared === 1 ? undefined : toRecord(row);
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

  /** The positions that the asset had in a stretch of time, oldest first, and the one that it began with. */
  async listBetween(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs, limit: number): Promise<CoordinatesStep[]> {
    const before = await this.#steps(assetId)
      .where('set_ms', '<', fromMs)
      .orderBy('set_ms', 'desc')
      .orderBy('coordinate_id', 'desc')
      .limit(1)
      .execute();
    const within = await this.#steps(assetId)
      .where('set_ms', '>=', fromMs)
      .where('set_ms', '<=', toMs)
      .orderBy('set_ms', 'desc')
      .orderBy('coordinate_id', 'desc')
      .limit(limit)
      .execute();
    return [...within, ...(within.length < limit ? before : [])]
      .reverse()
      .map((row) => ({ ...toRecord(row), isCleared: row.is_cleared === 1 }));
  }

  #steps(assetId: AssetId) {
    return this.#db.selectFrom('asset_coordinates as step').select(STEP_COLUMNS).where('asset_id', '=', assetId);
  }

  async append(...positions: CoordinatesRecord[]): Promise<void> {
    await this.#insert(positions, 0);
  }

  /** From its time on the asset has no position. @param ended the one that is taken back, with the time at which it is */
  async clear(ended: CoordinatesRecord): Promise<void> {
    await this.#insert([ended], 1);
  }

  async #insert(positions: readonly CoordinatesRecord[], isCleared: 0 | 1): Promise<void> {
    for (let first = 0; first < positions.length; first += ROWS_PER_STATEMENT) {
      const rows = positions.slice(first, first + ROWS_PER_STATEMENT).map((position) => ({
        asset_id: position.assetId,
        latitude: position.latitude,
        longitude: position.longitude,
        set_ms: position.setMs,
        is_cleared: isCleared,
        is_reported: position.isReported && !isCleared ? 1 : 0,
      }));
      await this.#db.insertInto('asset_coordinates').values(rows).execute();
    }
  }
}
