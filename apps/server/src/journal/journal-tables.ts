import type { Generated } from 'kysely';

/** Append only: nothing updates or deletes rows here. */
export interface JournalTable {
  journal_id: Generated<number>;
  time_ms: number;
  kind: string;
  asset_id: number | null;
  /** The admin unit of who did it, or null for devices and the portal itself. */
  admin_id: number | null;
  by_user_id: number | null;
  by_name: string;
  address: string;
  what: string;
  /** JSON texts. */
  before: string | null;
  after: string | null;
}

/** Which words an entry is found by; see word-index.ts. */
export interface JournalWordsTable {
  rowid: number;
  words: string;
}

export interface JournalTables {
  journal: JournalTable;
  journal_words: JournalWordsTable;
}
