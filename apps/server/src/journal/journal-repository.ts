import type { AdminId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { type Engine, engineOf } from '#db/dialects/columns.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import { FoundEntries } from './found-entries.ts';
import type { JournalEntryInput } from './journal.ts';
import { isAsked, type JournalFilter } from './journal-filter.ts';
import type { JournalTable } from './journal-tables.ts';
import { searchedWords } from './journal-words.ts';
import { indexedWords } from './word-index.ts';

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

/** How far entries with a word are counted: a common one is in half of the journal. */
const MOST_COUNTED = 10_000;
/** In a unit the walk also passes what belongs to others: fifty entries for each of its own where it is one of fifty. */
const MOST_COUNTED_IN_UNIT = 1_000;

/** SQLite takes 32,766 parameters in a statement; a row has ten. */
const ROWS_PER_INSERT = 1_000;

export class JournalRepository {
  readonly #db: Kysely<Database>;
  readonly #engine: Engine;
  readonly #found: FoundEntries;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#engine = engineOf(db);
    this.#found = new FoundEntries(db);
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
        words: indexedWords(this.#engine, wordsOfEntry(entry), ids[index] ?? 0),
      }));
      await db.insertInto('journal_words').values(words).execute();
    }
  }

  /** @param unit with one: only entries of assets of this admin unit or one below it, or by its people */
  async list(filter: JournalFilter, window: JournalWindow, unit: AdminId | undefined): Promise<JournalPage> {
    const { limit, offset, cursor } = window;
    if (cursor) return { ...(await this.listEntries(filter, window, unit)), total: null, isAtLeast: false };
    if (filter.text === undefined) {
      const page = await this.listEntries(filter, window, unit);
      const { total } = await this.#db
        .selectFrom('journal')
        .where(isAsked(filter, unit))
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { ...page, total: Number(total), isAtLeast: false };
    }
    // The page and how many there are by one walk; behind what is counted it goes on for the page alone.
    const counted = unit === undefined ? MOST_COUNTED : MOST_COUNTED_IN_UNIT;
    const most = Math.max(counted, offset + limit) + 1;
    const found = await this.#found.newest({ filter, unit, most, enough: offset + limit + 1 });
    const { length } = found.ids;
    return {
      ...(await this.#pageOf(found.ids, { limit, offset })),
      total: Math.min(length, counted),
      isAtLeast: found.isAtLeast || length > counted,
    };
  }

  /** The page of entries that words found, of one more than it has where there are more. */
  async #pageOf(found: readonly number[], { limit, offset }: JournalWindow): Promise<JournalEntries> {
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
    };
  }

  /** As `list`, without counting. With words in the order of writing, as the index has them, otherwise by time. */
  async listEntries(
    filter: JournalFilter,
    { limit, offset, cursor }: JournalWindow,
    unit: AdminId | undefined,
  ): Promise<JournalEntries> {
    if (filter.text !== undefined) {
      const most = offset + limit + 1;
      const { ids } = await this.#found.newest({ filter, unit, most, enough: most, below: cursor?.journalId });
      return this.#pageOf(ids, { limit, offset });
    }
    let query = this.#db.selectFrom('journal').where(isAsked(filter, unit));
    if (cursor) {
      const { timeMs, journalId } = cursor;
      query = query.where((where) =>
        where.and([
          where('time_ms', '<=', timeMs),
          where.or([where('time_ms', '<', timeMs), where('journal_id', '<', journalId)]),
        ]),
      );
    }
    const rows = await query
      .orderBy('time_ms', 'desc')
      .orderBy('journal_id', 'desc')
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
}

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

function wordsOfEntry({ what, by, before, after }: JournalEntryInput): string[] {
  return searchedWords({ what, user: by.name, address: by.address ?? '', before, after });
}
