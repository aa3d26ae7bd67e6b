import type { AccessTables } from '#features/access/access-tables.ts';
import type { AuthTables } from '#features/auth/auth-tables.ts';
import type { JournalTables } from '#features/operations/journal-tables.ts';

/** Every table, joined from the features that own them. */
export interface Database extends AccessTables, AuthTables, JournalTables {}
