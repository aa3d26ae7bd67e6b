import type { AdminId } from '@telltale/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';

export interface JournalFilter {
  fromMs?: number | undefined;
  toMs?: number | undefined;
  assetId?: number | undefined;
  user?: string | undefined;
  kind?: string | undefined;
  /** Words that an entry has; where none has all of them, beginnings of words. */
  text?: string | undefined;
  /** What was done, in exactly these words at its beginning. */
  whatBegins?: string | undefined;
}

/** What an entry is asked for besides its words, on `journal`. */
export function isAsked(filter: JournalFilter, unit: AdminId | undefined): RawBuilder<SqlBool> {
  const asked = conditionsOf(filter);
  if (unit !== undefined) asked.push(isOf(sql`in (${assetsFrom(unit)})`, sql`in (${unitsFrom(unit)})`));
  return allOf(asked);
}

/** An admin unit, those below it and their assets, as they are. */
export interface Scope {
  readonly units: readonly number[];
  readonly assets: readonly number[];
}

/**
 * As `isAsked`, of a unit whose assets and units below it are named: from how they are found PostgreSQL would take them
 * for many, and read all entries.
 */
export function isAskedOf(engine: Engine, filter: JournalFilter, scope: Scope | undefined): RawBuilder<SqlBool> {
  const asked = conditionsOf(filter);
  if (scope) asked.push(isOf(isOneOf(engine, scope.assets), isOneOf(engine, scope.units)));
  return allOf(asked);
}

/**
 * The ids of entries with what is asked besides words, older than one. An entry is of a unit in one of two ways, each of
 * which an index leads to: either alone is asked, and no entry has both.
 */
export function selectAsked(engine: Engine, filter: JournalFilter, scope: Scope | undefined, below: number) {
  const asked = [...conditionsOf(filter), sql<SqlBool>`journal_id < ${below}`];
  const select = (...conditions: RawBuilder<SqlBool>[]) =>
    sql`select journal_id from journal where ${allOf([...asked, ...conditions])}`;
  if (!scope) return select();
  const ofAssets = select(sql<SqlBool>`asset_id ${isOneOf(engine, scope.assets)}`);
  return sql`${ofAssets} union all ${select(sql<SqlBool>`journal.admin_id ${isOneOf(engine, scope.units)}`, isOfNoAsset)}`;
}

/** However many there are, as one parameter. */
export const isOneOf = (engine: Engine, ids: readonly number[]): RawBuilder<unknown> =>
  engine === 'postgres' ? sql`= any(${ids}::bigint[])` : sql`in (select value from json_each(${JSON.stringify(ids)}))`;

export const asksMoreThanWords = ({ text: _, ...others }: JournalFilter, unit: AdminId | undefined): boolean =>
  unit !== undefined || Object.values(others).some((asked) => asked !== undefined);

function conditionsOf({ fromMs, toMs, assetId, user, kind, whatBegins }: JournalFilter): RawBuilder<SqlBool>[] {
  return [
    ...(fromMs === undefined ? [] : [sql<SqlBool>`time_ms >= ${fromMs}`]),
    ...(toMs === undefined ? [] : [sql<SqlBool>`time_ms <= ${toMs}`]),
    ...(assetId === undefined ? [] : [sql<SqlBool>`asset_id = ${assetId}`]),
    ...(user === undefined ? [] : [sql<SqlBool>`by_name = ${user}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`kind = ${kind}`]),
    ...(whatBegins === undefined ? [] : [sql<SqlBool>`what like ${literalBeginning(whatBegins)}`]),
  ];
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** A pattern that matches what begins so; the texts that ask for it are the portal's own. */
const literalBeginning = (text: string) => `${text.replaceAll(/[%_]/g, '')}%`;

/**
 * Entries of assets of the unit and the units below it; and what their people did to anything else but an asset of
 * another unit: to accounts and groups, and to assets that are gone.
 */
const isOf = (itsAsset: RawBuilder<unknown>, itsUnit: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(asset_id ${itsAsset} or (journal.admin_id ${itsUnit} and ${isOfNoAsset}))`;

const isOfNoAsset = sql<SqlBool>`(
    asset_id is null or not exists (select 1 from assets where assets.asset_id = journal.asset_id)
  )`;

const unitsFrom = (unit: AdminId) => sql`with recursive units(admin_id) as (
    select admin_id from admin_units where admin_id = ${unit}
    union select child.admin_id from admin_units child join units on units.admin_id = child.parent_admin_id
  ) select admin_id from units`;

const assetsFrom = (unit: AdminId) => sql`select asset_id from assets where admin_id in (${unitsFrom(unit)})`;

export async function scopeOf(db: Kysely<Database>, unit: AdminId): Promise<Scope> {
  const units = await sql<{ id: number }>`select admin_id as id from (${unitsFrom(unit)}) as below`.execute(db);
  const assets = await sql<{ id: number }>`select asset_id as id from (${assetsFrom(unit)}) as below`.execute(db);
  return { units: units.rows.map(({ id }) => Number(id)), assets: assets.rows.map(({ id }) => Number(id)) };
}
