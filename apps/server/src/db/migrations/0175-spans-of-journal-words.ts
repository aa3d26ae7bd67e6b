import { type RawBuilder, sql } from 'kysely';
import { WORD_OF_ROW } from '#journal/word-index.ts';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

/**
 * The journal's entries by the admin unit of who made them, and, on PostgreSQL, the span of each entry among its words, by
 * which the newest are found first.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`create index journal_by_admin_unit on journal (admin_id, journal_id)`.execute(db);
  await rewriteWords(db, sql`words || array_to_tsvector(array[${WORD_OF_ROW}])`);
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`drop index journal_by_admin_unit`.execute(db);
  await rewriteWords(db, sql`ts_delete(words, ${WORD_OF_ROW})`);
}

/** The table and its index anew: changed in place each would keep the room of what was before. */
async function rewriteWords(db: AnyDatabase, words: RawBuilder<unknown>): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await sql`create table journal_words_anew (rowid bigint, words tsvector not null)`.execute(db);
  await sql`insert into journal_words_anew select rowid, ${words} from journal_words order by rowid`.execute(db);
  await sql`drop table journal_words`.execute(db);
  await sql`alter table journal_words_anew rename to journal_words`.execute(db);
  await sql`alter table journal_words add constraint journal_words_pkey primary key (rowid)`.execute(db);
  await sql`create index journal_words_words on journal_words using gin (words)`.execute(db);
}
