import type { AssetId, EpochMs } from '@telltale/contract';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { engineOf } from '#db/dialects/columns.ts';
import { isOneOf } from '#db/one-of.ts';
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

type OfStep = ExpressionBuilder<Database & { step: AssetCoordinatesTable }, 'step'>;

/** The step that was in force just before the time: it tells where the asset was then, however old it is. */
const stepInForce = (of: OfStep, beforeMs: EpochMs) =>
  of
    .selectFrom('asset_coordinates as last')
    .select('last.coordinate_id')
    .whereRef('last.asset_id', '=', 'step.asset_id')
    .where('last.set_ms', '<', beforeMs)
    .orderBy('last.set_ms', 'desc')
    .orderBy('last.coordinate_id', 'desc')
    .limit(1);

/** 1 where the step before it is a place that people set. */
const stepBefore = (of: OfStep) =>
  of
    .selectFrom('asset_coordinates as before')
    .select(
      sql<number>`case when before.is_reported = 0 and before.is_cleared = 0 then 1 else 0 end`.as('is_after_people'),
    )
    .whereRef('before.asset_id', '=', 'step.asset_id')
    .where((where) =>
      where(
        where.refTuple('before.set_ms', 'before.coordinate_id'),
        '<',
        where.refTuple('step.set_ms', 'step.coordinate_id'),
      ),
    )
    .orderBy('before.set_ms', 'desc')
    .orderBy('before.coordinate_id', 'desc')
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

const toStep = (row: PositionColumns & { is_cleared: number }): CoordinatesStep => ({
  ...toRecord(row),
  isCleared: row.is_cleared === 1,
});

/** Six parameters a row; SQLite takes 32,766 in a statement. */
const ROWS_PER_STATEMENT = 1_000;

/** Positions of assets. None is overwritten: where an asset was at any time can be told, as far back as its history is kept. */
export class AssetCoordinatesRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The position of every asset that has one: by one look at the index for each asset, however long its way is. */
  async listCurrent(): Promise<CoordinatesRecord[]> {
    return (await this.#newest().where('is_cleared', '=', 0).execute()).map(toRecord);
  }

  /** The newest step of each of the assets that has any, in the same way. */
  async listNewest(assetIds: readonly AssetId[]): Promise<Map<AssetId, CoordinatesStep>> {
    const rows = await this.#newest().where(isOneOf('assets.asset_id', assetIds)).execute();
    return new Map(rows.map((row) => [row.asset_id as AssetId, toStep(row)]));
  }

  #newest() {
    // PostgreSQL would read all steps to join their ids, and SQLite has no lateral joins.
    return engineOf(this.#db) === 'postgres' ? this.#newestByLateral() : this.#newestById();
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

  /** The first position of the asset that is known. */
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
    return [...within, ...(within.length < limit ? before : [])].reverse().map(toStep);
  }

  #steps(assetId: AssetId) {
    return this.#db.selectFrom('asset_coordinates as step').select(STEP_COLUMNS).where('asset_id', '=', assetId);
  }

  /**
   * Drops steps that devices reported and that were over before the time, the oldest of each asset first. What people set
   * stays. Where a step of theirs would tell of a time whose own steps are gone, the first of these stays, as the time from
   * which nothing is known.
   * @returns how many places are gone
   */
  async dropReported(assetIds: readonly AssetId[], beforeMs: EpochMs, limit: number): Promise<number> {
    const steps = await this.#db
      .selectFrom('asset_coordinates as step')
      .select((of) => ['step.coordinate_id', stepBefore(of).as('is_after_people')])
      .where(isOneOf('step.asset_id', assetIds))
      .where('step.set_ms', '<', beforeMs)
      .where('step.is_reported', '=', 1)
      .where('step.is_cleared', '=', 0)
      .where('step.coordinate_id', '<>', (of) => stepInForce(of, beforeMs))
      .orderBy('step.asset_id')
      .orderBy('step.set_ms')
      .orderBy('step.coordinate_id')
      .limit(limit)
      .execute();
    const kept = steps.filter((step) => step.is_after_people === 1);
    const gone = steps.filter((step) => step.is_after_people !== 1);
    const idsOf = (rows: typeof steps) =>
      isOneOf(
        'coordinate_id',
        rows.map((row) => row.coordinate_id),
      );
    if (kept.length > 0)
      await this.#db.updateTable('asset_coordinates').set({ is_cleared: 1 }).where(idsOf(kept)).execute();
    if (gone.length > 0) await this.#db.deleteFrom('asset_coordinates').where(idsOf(gone)).execute();
    return steps.length;
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
