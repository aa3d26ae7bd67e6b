import type { AdminId } from '@telltale/contract';
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Engine, engineOf } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { JournalEntryInput } from './journal.ts';
import type { JournalTable } from './journal-tables.ts';
import { searchedWords, wordsOf } from './journal-words.ts';
import { hasWords, indexedWords, type WordMatch } from './word-index.ts';

export type JournalWriter = Pick<Kysely<Database>, 'insertInto'>;

export interface JournalRecord {
  journalId: number;
  timeMs: number;
  kind: string;
  assetId: number | null;
  user: string;
  address: string;
  what: string;
  before: unknown;
  after: unknown;
}

export interface JournalFilter {
  fromMs?: number | undefined;
  toMs?: number | undefined;
  assetId?: number | undefined;
  user?: string | undefined;
  kind?: string | undefined;
  /** Words that an entry has; where none has all of them, beginnings of words. */
  text?: string | undefined;
  /** What was done, in exactly these words at its beginning. */
  whatBegins?: string | undefined;
}

/** The entry after which a page begins. */
export interface JournalCursor {
  timeMs: number;
  journalId: number;
}

export interface JournalWindow {
  limit: number;
  offset: number;
  cursor?: JournalCursor | undefined;
}

export interface JournalEntries {
  entries: JournalRecord[];
  /** Undefined: there are no more. */
  next: JournalCursor | undefined;
}

export interface JournalPage extends JournalEntries {
  /** Null where a cursor asked: the first page said it. */
  total: number | null;
  /** There are more than the total says. */
  isAtLeast: boolean;
}

/** The entry as the index of words knows it. */
const WORDS_ROW = sql<number>`journal_words.rowid`;

/** How far entries with a word are counted: a common one is in half of the journal. */
const MOST_COUNTED = 10_000;
/** In a unit the walk also passes what belongs to others: fifty entries for each of its own where it is one of fifty. */
const MOST_COUNTED_IN_UNIT = 1_000;

/** SQLite takes 32,766 parameters in a statement; a row has ten. */
const ROWS_PER_INSERT = 1_000;

export class JournalRepository {
  readonly #db: Kysely<Database>;
  readonly #engine: Engine;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#engine = engineOf(db);
  }

  async insert(
    entries: readonly (JournalEntryInput & { timeMs: number })[],
    db: JournalWriter = this.#db,
  ): Promise<void> {
    for (let first = 0; first < entries.length; first += ROWS_PER_INSERT) {
      const some = entries.slice(first, first + ROWS_PER_INSERT);
      const rows = some.map((entry) => ({
        time_ms: entry.timeMs,
        kind: entry.kind,
        asset_id: entry.assetId ?? null,
        admin_id: entry.by.adminId ?? null,
        by_user_id: entry.by.userId ?? null,
        by_name: storableText(entry.by.name),
        address: entry.by.address ?? '',
        what: storableText(entry.what),
        before: entry.before === undefined ? null : JSON.stringify(entry.before),
        after: entry.after === undefined ? null : JSON.stringify(entry.after),
      }));
      const made = await db.insertInto('journal').values(rows).returning('journal_id').execute();
      // The database numbers them in their order, whatever order it answers in.
      const ids = made.map((row) => Number(row.journal_id)).sort((a, b) => a - b);
      const words = some.map((entry, index) => ({
        rowid: ids[index] ?? 0,
        words: indexedWords(this.#engine, wordsOfEntry(entry)),
      }));
      await db.insertInto('journal_words').values(words).execute();
    }
  }

  /** @param unit with one: only entries of assets of this admin unit or one below it, or by its people */
  async list(filter: JournalFilter, window: JournalWindow, unit: AdminId | undefined): Promise<JournalPage> {
    const most = unit === undefined ? MOST_COUNTED : MOST_COUNTED_IN_UNIT;
    if (filter.text !== undefined && !window.cursor && window.offset + window.limit < most) {
      return this.#listFound(filter, { ...window, most }, unit);
    }
    const page = await this.listEntries(filter, window, unit);
    if (window.cursor) return { ...page, total: null, isAtLeast: false };
    if (filter.text !== undefined) return { ...page, ...(await this.#countFound(filter, unit, most)) };
    const { total } = await this.#matching(filter, unit)
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { ...page, total: Number(total), isAtLeast: false };
  }

  /** The first page of what words find, and how many there are, by one walk through the index. */
  async #listFound(
    filter: JournalFilter,
    { limit, offset, most }: JournalWindow & { most: number },
    unit: AdminId | undefined,
  ) {
    const found = await this.#found(filter, unit, most + 1);
    const ids = found.slice(offset, offset + limit);
    const rows =
      ids.length === 0
        ? []
        : await this.#db
            .selectFrom('journal')
            .selectAll()
            .where('journal_id', 'in', ids)
            .orderBy('journal_id', 'desc')
            .execute();
    const entries = rows.map(toRecord);
    const last = entries.at(-1);
    return {
      entries,
      next: found.length > offset + limit && last ? { timeMs: last.timeMs, journalId: last.journalId } : undefined,
      total: Math.min(found.length, most),
      isAtLeast: found.length > most,
    };
  }

  /** How many entries words find, as far as they are counted: also behind the pages that one walk puts together. */
  async #countFound(filter: JournalFilter, unit: AdminId | undefined, most: number) {
    const { length } = await this.#found(filter, unit, most + 1);
    return { total: Math.min(length, most), isAtLeast: length > most };
  }

  /** Words count as they stand; where no entry has all of them, as the beginnings of words. */
  async #matchOf(filter: JournalFilter, unit: AdminId | undefined): Promise<WordMatch> {
    if (wordsOf(filter.text ?? '').length === 0) return 'whole';
    // For one alone PostgreSQL would read entry by entry, to the end where there is none.
    return (await this.#ids(filter, unit, 'whole', MOST_COUNTED_IN_UNIT)).length > 0 ? 'whole' : 'beginning';
  }

  /** The newest `most` entries that words find, or where they find none those that have their beginnings. */
  async #found(filter: JournalFilter, unit: AdminId | undefined, most: number): Promise<number[]> {
    const ids = await this.#ids(filter, unit, 'whole', most);
    return ids.length > 0 ? ids : this.#ids(filter, unit, 'beginning', most);
  }

  /** The last written first. Where nothing but words is asked the index answers alone: the entries are not looked at. */
  async #ids(filter: JournalFilter, unit: AdminId | undefined, match: WordMatch, most: number): Promise<number[]> {
    const words = wordsOf(filter.text ?? '');
    const isAlone = words.length > 0 && unit === undefined && isByWordsAlone(filter);
    const rows = isAlone
      ? await this.#db
          .selectFrom('journal_words')
          .select(WORDS_ROW.as('id'))
          .where(hasWords(this.#engine, words, match))
          .orderBy(WORDS_ROW, 'desc')
          .limit(most)
          .execute()
      : await this.#matching(filter, unit, match)
          .select('journal.journal_id as id')
          .orderBy(WORDS_ROW, 'desc')
          .limit(most)
          .execute();
    return rows.map(({ id }) => Number(id));
  }

  /** As `list`, without counting. With words in the order of writing, as the index has them, otherwise by time. */
  async listEntries(
    filter: JournalFilter,
    { limit, offset, cursor }: JournalWindow,
    unit: AdminId | undefined,
  ): Promise<JournalEntries> {
    let query = this.#matching(filter, unit, await this.#matchOf(filter, unit));
    const isByWords = filter.text !== undefined;
    if (cursor && isByWords) query = query.where(WORDS_ROW, '<', cursor.journalId);
    else if (cursor) {
      const { timeMs, journalId } = cursor;
      query = query.where((where) =>
        where.and([
          where('time_ms', '<=', timeMs),
          where.or([where('time_ms', '<', timeMs), where('journal_id', '<', journalId)]),
        ]),
      );
    }
    const ordered = isByWords
      ? query.orderBy(WORDS_ROW, 'desc')
      : query.orderBy('time_ms', 'desc').orderBy('journal_id', 'desc');
    const rows = await ordered
      .selectAll('journal')
      .limit(limit + 1)
      .offset(offset)
      .execute();
    const entries = rows.slice(0, limit).map(toRecord);
    const last = entries.at(-1);
    return {
      entries,
      next: rows.length > limit && last ? { timeMs: last.timeMs, journalId: last.journalId } : undefined,
    };
  }

  /** Each kind once; from the index, however many entries there are. */
  async listKinds(): Promise<string[]> {
    const kinds: string[] = [];
    for (;;) {
      const { kind } = await this.#db
        .selectFrom('journal')
        .select((select) => select.fn.min<string | null>('kind').as('kind'))
        .$if(kinds.length > 0, (query) => query.where('kind', '>', kinds.at(-1) ?? ''))
        .executeTakeFirstOrThrow();
      if (kind === null) return kinds;
      kinds.push(kind);
    }
  }

  #matching(filter: JournalFilter, unit: AdminId | undefined, match: WordMatch = 'whole') {
    const { fromMs, toMs, assetId, user, kind, text, whatBegins } = filter;
    const words = text === undefined ? [] : wordsOf(text);
    let query = this.#db
      .selectFrom('journal')
      .$if(text !== undefined, (all) => all.innerJoin('journal_words', 'journal_words.rowid', 'journal.journal_id'));
    if (fromMs !== undefined) query = query.where('time_ms', '>=', fromMs);
    if (toMs !== undefined) query = query.where('time_ms', '<=', toMs);
    if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
    if (user !== undefined) query = query.where('by_name', '=', user);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    if (words.length > 0) query = query.where(hasWords(this.#engine, words, match));
    // A text without a letter or a digit is in no entry.
    else if (text !== undefined) query = query.where(sql<SqlBool>`1 = 0`);
    if (whatBegins !== undefined) query = query.where('what', 'like', literalBeginning(whatBegins));
    if (unit !== undefined) query = query.where(isOfUnit(unit));
    return query;
  }
}

const isByWordsAlone = ({ text: _, ...others }: JournalFilter) =>
  Object.values(others).every((asked) => asked === undefined);

function toRecord(row: Selectable<JournalTable>): JournalRecord {
  return {
    journalId: row.journal_id,
    timeMs: row.time_ms,
    kind: row.kind,
    assetId: row.asset_id,
    user: row.by_name,
    address: row.address,
    what: row.what,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  };
}

/** A pattern that matches what begins so; the texts that ask for it are the portal's own. */
const literalBeginning = (text: string) => `${text.replaceAll(/[%_]/g, '')}%`;

function wordsOfEntry({ what, by, before, after }: JournalEntryInput): string[] {
  return searchedWords({ what, user: by.name, address: by.address ?? '', before, after });
}

/**
 * Entries of assets of the unit and the units below it; and what their people did to anything else but an asset of
 * another unit: to accounts and groups, and to assets that are gone.
 */
function isOfUnit(unit: AdminId): RawBuilder<SqlBool> {
  const units = sql`with recursive units(admin_id) as (
    select admin_id from admin_units where admin_id = ${unit}
    union select child.admin_id from admin_units child join units on units.admin_id = child.parent_admin_id
  ) select admin_id from units`;
  return sql<SqlBool>`(
    asset_id in (select asset_id from assets where admin_id in (${units}))
    or (admin_id in (${units}) and (asset_id is null or asset_id not in (select asset_id from assets)))
  )`;
}
