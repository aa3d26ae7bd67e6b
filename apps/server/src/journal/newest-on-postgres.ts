import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { hasWords, hasWordsOfSpans, SPAN, spanOf, type WordMatch } from './word-index.ts';

interface Asked {
  readonly words: readonly string[];
  readonly match: WordMatch;
  readonly most: number;
  readonly below: number;
}

/** So many spans are asked by their names, each of which is one more list for the index to join; otherwise all entries that are left. */
const MOST_SPANS = 24;
/** How many are asked for words that the newest have nowhere. */
const SPANS_AFTER_NONE = 4;
/** Beginnings of words are looked for row by row where one row in so many has them. */
const ROWS_FOR_ONE = 8;
/** Than are expected to have what is missing. */
const SOME_MORE = 1.25;

/**
 * The newest entries with these words. PostgreSQL's index of words has no order: its planner either puts all that have
 * them together and sorts, half of a million rows for a common word, or goes back through the rows, all of a million where
 * it takes two words for common together that never are. So they are asked for by spans of entries, whose numbers are
 * words of the index, and each time all that are found there are put together.
 */
export async function newestOnPostgres(db: Kysely<Database>, { words, match, most, below }: Asked): Promise<number[]> {
  const found: number[] = [];
  const ask = async (rowsAsked: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      with found as materialized (${rowsAsked}) select id from found order by id desc limit ${most - found.length}`.execute(
      db,
    );
    for (const { id } of rows) found.push(Number(id));
    return found.length >= most;
  };
  const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from journal_words`.execute(db);
  let end = Math.min(below, Number(rows[0]?.last ?? 0) + 1);
  let spans = 1;
  let passed = 0;
  let isByRow = match === 'beginning';
  while (end > 0 && passed + spans * SPAN <= MOST_SPANS * SPAN) {
    const last = spanOf(end - 1);
    const first = Math.max(0, last - spans + 1);
    if (await ask(isByRow ? inRows(words, first * SPAN, end) : inSpans({ words, match, first, last, end })))
      return found;
    passed += end - first * SPAN;
    end = first * SPAN;
    isByRow = isByRow && found.length * ROWS_FOR_ONE > passed;
    if (found.length > 0) spans = Math.ceil(((most - found.length) * passed * SOME_MORE) / found.length / SPAN);
    else if (spans === 1) spans = SPANS_AFTER_NONE;
    else break;
  }
  if (end > 0) await ask(inIndex(sql`${hasWords('postgres', words, match)} and rowid < ${end}`));
  return found;
}

const inIndex = (condition: RawBuilder<unknown>) => sql`select rowid as id from journal_words where ${condition}`;

interface Spans {
  readonly words: readonly string[];
  readonly match: WordMatch;
  readonly first: number;
  readonly last: number;
  readonly end: number;
}

const inSpans = ({ words, match, first, last, end }: Spans) =>
  inIndex(sql`${hasWordsOfSpans(words, match, first, last)} and rowid < ${end}`);

/** Row by row: for the beginning of a word the index first puts together all words that begin so, of all entries. */
const inRows = (words: readonly string[], begin: number, end: number) => sql`select rowid as id
  from (select rowid, words from journal_words where rowid >= ${begin} and rowid < ${end} offset 0) as journal_words
  where ${hasWords('postgres', words, 'beginning')}`;
