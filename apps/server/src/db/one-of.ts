import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column has one of these ids, which are numbers of the portal's own, written out: a statement takes fewer parameters than
 * there may be assets. No ids: it has none of them, which PostgreSQL cannot say of an empty list.
 */
export function isOneOf(column: string, ids: readonly number[]): RawBuilder<boolean> {
  if (ids.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref(column)} in (${sql.raw(ids.map(written).join(','))})`;
}

function written(id: number): string {
  if (!Number.isSafeInteger(id)) throw new TypeError(`${id} is no id.`);
  return String(id);
}
