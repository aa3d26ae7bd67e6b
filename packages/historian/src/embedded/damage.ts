/** Something stored that cannot be read. */
export interface Damage {
  text: string;
  /** The database itself is damaged, not one chunk in it: it must be repaired before it can be trusted. */
  isStructural: boolean;
}

export type OnDamage = (damage: Damage) => void;

export const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error is SQLite saying that its file is damaged. */
export function isDatabaseDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // An integer that no row of ours can hold.
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return true;
  if (!('errcode' in error && typeof error.errcode === 'number')) return false;
  const primary = error.errcode & 255;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/** Tells of damage to the database; throws everything else on. */
export function reportOrThrow(error: unknown, onDamage: OnDamage, doing: string): void {
  if (!isDatabaseDamage(error)) throw error;
  onDamage({ text: `the chunk database is damaged (${doing}): ${String(error)}`, isStructural: true });
}
