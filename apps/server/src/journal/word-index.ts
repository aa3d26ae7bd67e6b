import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '#db/dialects/any-database.ts';
import { type Engine, engineOf } from '#db/dialects/columns.ts';

/**
 * The index of words of the journal: `journal_words`, whose `rowid` is the id of an entry. SQLite has it as FTS5, which
 * keeps no text of its own, PostgreSQL as a tsvector of its words. Words come cut and in lower case, so that both find the same.
 */
export async function createWordIndex(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    // `ascii` takes a word with other letters as it comes; the text was cut into words before.
    await sql`create virtual table journal_words
      using fts5(words, content='', detail=none, tokenize='ascii', prefix='1 2 3 4')`.execute(db);
    return;
  }
  await sql`create table journal_words (rowid bigint primary key, words tsvector not null)`.execute(db);
  await sql`create index journal_words_words on journal_words using gin (words)`.execute(db);
}

export async function dropWordIndex(db: AnyDatabase): Promise<void> {
  await sql`drop table journal_words`.execute(db);
}

/** So many entries that were written one after the other are a span. */
export const SPAN = 16_384;

export const spanOf = (entryId: number): number => Math.floor(entryId / SPAN);

/** What no word that is searched for can be. */
const wordOfSpan = (span: number) => `#${span}`;

/** The same, of a row of the index. */
export const WORD_OF_ROW = sql<string>`'#' || (rowid / ${sql.lit(SPAN)})`;

/** Words of an entry as the index takes them. PostgreSQL gets the span of the entry beside them. */
export function indexedWords(engine: Engine, words: readonly string[], entryId: number): RawBuilder<string> {
  if (engine === 'sqlite') return sql<string>`${words.join(' ')}`;
  const text = [...words, wordOfSpan(spanOf(entryId))].join(' ');
  return sql<string>`array_to_tsvector(array_remove(string_to_array(${text}, ' '), ''))`;
}

/** Whether a word stands whole, or is the beginning of one. */
export type WordMatch = 'whole' | 'beginning';

/** Entries that have each of these words, of which there is at least one. */
export function hasWords(engine: Engine, words: readonly string[], match: WordMatch): RawBuilder<SqlBool> {
  if (engine === 'postgres') return sql<SqlBool>`journal_words.words @@ ${allOnPostgres(words, match)}::tsquery`;
  return sql<SqlBool>`journal_words match ${words.map((word) => `"${word}"${match === 'whole' ? '' : '*'}`).join(' AND ')}`;
}

/** On PostgreSQL: the same, among the entries of these spans. */
export function hasWordsOfSpans(words: readonly string[], match: WordMatch, first: number, last: number) {
  const spans = Array.from({ length: last - first + 1 }, (_, n) => `'${wordOfSpan(first + n)}'`).join(' | ');
  return sql<SqlBool>`journal_words.words @@ ${`${allOnPostgres(words, match)} & (${spans})`}::tsquery`;
}

/** Words are letters and digits: nothing of them means anything to either language of queries. */
const allOnPostgres = (words: readonly string[], match: WordMatch) =>
  words.map((word) => `'${word}'${match === 'whole' ? '' : ':*'}`).join(' & ');
