/** What a statement was refused for because of what others did meanwhile. */
export type DatabaseConflict =
  /** Somebody else was faster; the same change made again may well succeed. */
  | 'contended'
  /** What a row refers to is gone, or what refers to it has come. */
  | 'reference'
  /** There is such a row already. */
  | 'taken';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization failure, deadlock, a lock that was not had in time, the constraints. */
const POSTGRES_CONFLICTS: Readonly<Record<string, DatabaseConflict>> = {
  '40001': 'contended',
  '40P01': 'contended',
  '55P03': 'contended',
  '23503': 'reference',
  '23505': 'taken',
};

/** https://www.sqlite.org/rescode.html: BUSY_SNAPSHOT, and CONSTRAINT_FOREIGNKEY, _PRIMARYKEY, _UNIQUE. */
const SQLITE_CONFLICTS: Readonly<Record<number, DatabaseConflict>> = {
  517: 'contended',
  787: 'reference',
  1555: 'taken',
  2067: 'taken',
};

/** The database, or the way to it, was not free in time. Nothing was changed. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** Tells a conflict by the engine's own code, never by its text; undefined for every other error. */
export function databaseConflictOf(error: unknown): DatabaseConflict | undefined {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE_CONFLICTS[errcode];
  return typeof code === 'string' && Object.hasOwn(POSTGRES_CONFLICTS, code) ? POSTGRES_CONFLICTS[code] : undefined;
}
