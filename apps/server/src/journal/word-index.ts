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

/** Words as the index takes them. */
export function indexedWords(engine: Engine, words: readonly string[]): RawBuilder<string> {
  const text = words.join(' ');
  if (engine === 'sqlite') return sql<string>`${text}`;
  return sql<string>`array_to_tsvector(array_remove(string_to_array(${text}, ' '), ''))`;
}

/** Whether a word stands whole, or is the beginning of one. */
export type WordMatch = 'whole' | 'beginning';

/** Entries that have each of these words, of which there is at least one. */
export function hasWords(engine: Engine, words: readonly string[], match: WordMatch): RawBuilder<SqlBool> {
  // Words are letters and digits: nothing of them means anything to either language of queries.
  const isWhole = match === 'whole';
  if (engine === 'sqlite') {
    return sql<SqlBool>`journal_words match ${words.map((word) => `"${word}"${isWhole ? '' : '*'}`).join(' AND ')}`;
  }
  return sql<SqlBool>`journal_words.words @@ ${words.map((word) => `'${word}'${isWhole ? '' : ':*'}`).join(' & ')}::tsquery`;
}
