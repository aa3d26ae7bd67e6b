import type { AdminId } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import { type Engine, engineOf } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';
import {
  asksMoreThanWords,
  isAskedOf,
  isOneOf,
  type JournalFilter,
  type Scope,
  scopeOf,
  selectAsked,
} from './journal-filter.ts';
import { wordsOf } from './journal-words.ts';
import { newestOnPostgres } from './newest-on-postgres.ts';
import { hasWords, type WordMatch } from './word-index.ts';

interface Asked {
  readonly filter: JournalFilter;
  /** With one: only entries of this admin unit and those below it. */
  readonly unit: AdminId | undefined;
  /** So many are looked for, */
  readonly most: number;
  /** and so many are enough where they are rare among those with the words. */
  readonly enough: number;
  /** Only entries older than this one. */
  readonly below?: number | undefined;
}

interface Search extends Asked {
  readonly words: readonly string[];
  readonly below: number;
  readonly scope: Scope | undefined;
}

export interface Found {
  /** The last written first. */
  readonly ids: readonly number[];
  /** Nobody has looked whether there are more. */
  readonly isAtLeast: boolean;
}

const NONE: Found = { ids: [], isAtLeast: false };
/** None has the rest of what is asked, whatever its words. */
const NONE_AT_ALL: Found = { ids: [], isAtLeast: false };
const NO_END = Number.MAX_SAFE_INTEGER;

/** So many entries with the words are looked at for the rest of what is asked, the newest first, a portion at a time. */
const MOST_PASSED = 20_000;
/** SQLite begins anew with each portion, and with a long beginning of words puts all of them together for it. */
const PORTION: Readonly<Record<Engine, number>> = { sqlite: MOST_PASSED, postgres: 5_000 };
/** So few entries with the rest are looked up in the index of words, one by one. */
const FEW = 2_000;

/** The entries of the journal that words find, by their ids. */
export class FoundEntries {
  readonly #db: Kysely<Database>;
  readonly #engine: Engine;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#engine = engineOf(db);
  }

  /** Words count as they stand; where no entry has all of them, as the beginnings of words. */
  async newest(asked: Asked): Promise<Found> {
    const words = wordsOf(asked.filter.text ?? '');
    // A text without a letter or a digit is in no entry.
    if (words.length === 0) return NONE;
    const { unit, below = NO_END } = asked;
    const scope = unit === undefined ? undefined : await scopeOf(this.#db, unit);
    const search = { ...asked, words, scope, below: Math.min(below, await this.#endOf(asked.filter)) };
    const whole = await this.#matching(search, 'whole');
    if (whole.ids.length > 0 || whole === NONE_AT_ALL) return whole;
    // A page after the first goes on with what the first one found.
    const isOver =
      asked.below !== undefined &&
      (await this.#matching({ ...search, most: 1, enough: 1, below: NO_END }, 'whole')).ids.length > 0;
    return isOver ? NONE : this.#matching(search, 'beginning');
  }

  /** What was written up to the end of the time that is asked for is older than this one. The clock may have been put back. */
  async #endOf({ fromMs, toMs }: JournalFilter): Promise<number> {
    if (toMs === undefined) return NO_END;
    // Put together first: PostgreSQL would go back through all entries for the first one of that time.
    const from = fromMs === undefined ? sql`` : sql`and time_ms >= ${fromMs}`;
    const { rows } = await sql<{ last: number | null }>`
      with within as materialized (select journal_id from journal where time_ms <= ${toMs} ${from})
      select max(journal_id) as last from within`.execute(this.#db);
    return Number(rows[0]?.last ?? -1) + 1;
  }

  async #matching(search: Search, match: WordMatch): Promise<Found> {
    const { filter, unit, most, enough } = search;
    if (!asksMoreThanWords(filter, unit)) {
      return { ids: await this.#withWords(search, match, most), isAtLeast: false };
    }
    const ids: number[] = [];
    let { below } = search;
    const length = PORTION[this.#engine];
    for (let passed = 0; passed < MOST_PASSED; passed += length) {
      const portion = await this.#withWords({ ...search, below }, match, length);
      for (const id of await this.#ofThese(portion, search)) ids.push(id);
      if (ids.length >= most || portion.length < length) return { ids: ids.slice(0, most), isAtLeast: false };
      below = portion.at(-1) ?? 0;
    }
    if (ids.length >= enough) return { ids, isAtLeast: true };
    // The words are common and the rest is not, at least there: the entries with the rest are asked for their words.
    if (ids.length > 0) {
      const others = await this.#withRest({ ...search, most: most - ids.length, below }, match);
      return { ids: [...ids, ...(others ?? [])], isAtLeast: false };
    }
    const others = await this.#withRest(search, match);
    return others ? { ids: others, isAtLeast: false } : NONE_AT_ALL;
  }

  /** Where nothing but words is asked the index answers alone: the entries are not looked at. */
  async #withWords({ words, below }: Search, match: WordMatch, most: number): Promise<number[]> {
    if (this.#engine === 'postgres') return newestOnPostgres(this.#db, { words, match, most, below });
    const { rows } = await sql<{ id: number }>`select rowid as id from journal_words
      where ${hasWords('sqlite', words, match)} and rowid < ${below} order by rowid desc limit ${most}`.execute(
      this.#db,
    );
    return rows.map(({ id }) => id);
  }

  /** Those of a list of entries that are asked for by more than words, the newest first. */
  async #ofThese(ids: readonly number[], { filter, scope }: Search): Promise<number[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: number }>`select journal_id as id from journal
      where journal_id ${isOneOf(this.#engine, ids)} and ${isAskedOf(this.#engine, filter, scope)}
      order by journal_id desc`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }

  /** Undefined: no entry has the rest, whatever its words. */
  async #withRest({ words, filter, scope, most, below }: Search, match: WordMatch): Promise<number[] | undefined> {
    const asked = sql`asked as materialized (${selectAsked(this.#engine, filter, scope, below)})`;
    const few = await sql<{ id: number }>`
      with ${asked} select journal_id as id from asked limit ${FEW + 1}`.execute(this.#db);
    if (few.rows.length === 0) return undefined;
    const isOneOfThem =
      few.rows.length <= FEW
        ? sql`rowid ${isOneOf(
            this.#engine,
            few.rows.map(({ id }) => Number(id)),
          )}`
        : this.#engine === 'postgres'
          ? sql`rowid in (select journal_id from asked)`
          : // SQLite would look each of them up in the list of the word, from its beginning.
            sql`+rowid in (select journal_id from asked)`;
    // Put together first: the newest few are not to be looked for through all entries.
    const { rows } = await sql<{ id: number }>`
      with ${asked}, found as materialized (
        select rowid as id from journal_words where ${hasWords(this.#engine, words, match)} and ${isOneOfThem}
      )
      select id from found order by id desc limit ${most}`.execute(this.#db);
    return rows.map(({ id }) => Number(id));
  }
}
