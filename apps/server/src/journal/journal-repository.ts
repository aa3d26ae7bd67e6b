import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Caller } from '#http/caller.ts';
import { storableText } from '#names.ts';
import type { JournalEntryInput } from './journal.ts';

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
  limit: number;
  offset: number;
}

export interface JournalPage {
  total: number;
  entries: JournalRecord[];
}

/** SQLite takes 32,766 parameters in a statement; a row has ten. */
const ROWS_PER_INSERT = 1_000;

export class JournalRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(
    entries: readonly (JournalEntryInput & { timeMs: number })[],
    db: JournalWriter = this.#db,
  ): Promise<void> {
    for (let first = 0; first < entries.length; first += ROWS_PER_INSERT) {
      const rows = entries.slice(first, first + ROWS_PER_INSERT).map((entry) => ({
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
      await db.insertInto('journal').values(rows).execute();
    }
  }

  /** Newest first. With a caller: only entries of assets that the caller sees and of the caller's own admin unit. */
  async list(filter: JournalFilter, within: Caller | undefined): Promise<JournalPage> {
    let query = this.#db.selectFrom('journal');
    if (filter.fromMs !== undefined) query = query.where('time_ms', '>=', filter.fromMs);
    if (filter.toMs !== undefined) query = query.where('time_ms', '<=', filter.toMs);
    if (filter.assetId !== undefined) query = query.where('asset_id', '=', filter.assetId);
    if (filter.user !== undefined) query = query.where('by_name', '=', filter.user);
    if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
    if (within) {
      const visible = [...(within.visibility.assetIds ?? [])];
      query = query.where((where) =>
        where.or([
          where.and([where('asset_id', 'is', null), where('admin_id', '=', within.adminId)]),
          ...(visible.length > 0 ? [where('asset_id', 'in', visible)] : []),
        ]),
      );
    }
    const { total } = await query
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .selectAll()
      .orderBy('time_ms', 'desc')
      .orderBy('journal_id', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    return {
      total: Number(total),
      entries: rows.map((row) => ({
        journalId: row.journal_id,
        timeMs: row.time_ms,
        kind: row.kind,
        assetId: row.asset_id,
        user: row.by_name,
        address: row.address,
        what: row.what,
        before: row.before === null ? null : JSON.parse(row.before),
        after: row.after === null ? null : JSON.parse(row.after),
      })),
    };
  }
}
