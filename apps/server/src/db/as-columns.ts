import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { engineOf } from './dialects/columns.ts';
import type { Database } from './schema.ts';

type Kinds = Readonly<Record<string, 'number' | 'text'>>;
type ColumnsOf<K extends Kinds> = { [Name in keyof K]: (K[Name] extends 'text' ? string : number | null)[] };

/**
 * Rows as columns, each of which comes as one text, a list of JSON: thousands of rows as objects would take thrice the time.
 * @param rows in their order
 * @param kinds what they have been asked for, and what it is; only numbers may be null
 */
export async function asColumns<From extends keyof Database, Row, K extends Kinds>(
  db: Kysely<Database>,
  rows: SelectQueryBuilder<Database, From, Row>,
  kinds: K,
): Promise<ColumnsOf<K>> {
  const lists = Object.entries(kinds).map(([name, kind]) => {
    const json = kind === 'number' ? sql`coalesce(cast(${sql.ref(name)} as text), 'null')` : quoted(db, name);
    return sql<string | null>`string_agg(${json}, ',')`.as(name);
  });
  const columns = await db.selectFrom(rows.as('page')).select(lists).executeTakeFirstOrThrow();
  const parsed = Object.entries(columns as Record<string, string | null>).map(([name, text]) => [
    name,
    JSON.parse(`[${text ?? ''}]`),
  ]);
  return Object.fromEntries(parsed) as ColumnsOf<K>;
}

function quoted(db: Kysely<Database>, column: string) {
  return engineOf(db) === 'postgres' ? sql`to_json(${sql.ref(column)})::text` : sql`json_quote(${sql.ref(column)})`;
}
