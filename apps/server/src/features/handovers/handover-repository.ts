import type { AdminId, EpochMs, handovers, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import { type Marks, marksFromText, marksToText } from './handover-marks.ts';
import type { HandoversTable, HandoverTextsTable } from './handover-tables.ts';

export interface HandoverRecord {
  handoverId: number;
  adminId: AdminId;
  shift: string;
  zone: string;
  fromMs: EpochMs;
  shiftEndMs: EpochMs;
  toMs: EpochMs | null;
  state: HandoversTable['state'];
  leavingUserId: UserId | null;
  leaving: { user: string; timeMs: EpochMs } | null;
  coming: { user: string; timeMs: EpochMs } | null;
  /** What the one before has told up to; null: it was begun before this was kept. */
  after: Marks | null;
  upTo: Marks | null;
}

export type NewHandover = Pick<HandoverRecord, 'adminId' | 'shift' | 'zone' | 'fromMs' | 'shiftEndMs' | 'after'>;

export interface HandoverTextRecord {
  section: handovers.HandoverSection;
  text: string;
  version: number;
  user: string;
  changedMs: EpochMs;
}

const COLUMNS = [
  'handover_id',
  'admin_id',
  'shift',
  'zone',
  'from_ms',
  'shift_end_ms',
  'to_ms',
  'state',
  'leaving_user_id',
  'leaving_name',
  'leaving_ms',
  'coming_name',
  'coming_ms',
  'after_marks',
  'up_to_marks',
] as const;

type Row = Omit<Selectable<HandoversTable>, 'content'>;

function signature(name: string | null, timeMs: number | null) {
  return name === null || timeMs === null ? null : { user: name, timeMs };
}

function toRecord(row: Row): HandoverRecord {
  return {
    handoverId: row.handover_id,
    adminId: row.admin_id as AdminId,
    shift: row.shift,
    zone: row.zone,
    fromMs: row.from_ms,
    shiftEndMs: row.shift_end_ms,
    toMs: row.to_ms,
    state: row.state,
    leavingUserId: row.leaving_user_id as UserId | null,
    leaving: signature(row.leaving_name, row.leaving_ms),
    coming: signature(row.coming_name, row.coming_ms),
    after: marksFromText(row.after_marks),
    upTo: marksFromText(row.up_to_marks),
  };
}

function toText(row: Selectable<HandoverTextsTable>): HandoverTextRecord {
  return {
    section: row.section as handovers.HandoverSection,
    text: row.text,
    version: row.version,
    user: row.by_name,
    changedMs: row.changed_ms,
  };
}

/** What one shift tells the next. */
export class HandoverRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Newest first, and how many there are in all. */
  async list(adminId: AdminId, limit: number, offset: number): Promise<[HandoverRecord[], number]> {
    const query = this.#db.selectFrom('handovers').where('admin_id', '=', adminId);
    const { total } = await query.select((s) => s.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await query
      .select(COLUMNS)
      .orderBy('from_ms', 'desc')
      .orderBy('handover_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return [rows.map(toRecord), Number(total)];
  }

  async find(handoverId: number): Promise<HandoverRecord | undefined> {
    const row = await this.#db
      .selectFrom('handovers')
      .select(COLUMNS)
      .where('handover_id', '=', handoverId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** The one that has not been accepted yet. */
  async findCurrent(adminId: AdminId): Promise<HandoverRecord | undefined> {
    const row = await this.#db
      .selectFrom('handovers')
      .select(COLUMNS)
      .where('admin_id', '=', adminId)
      .where('state', '!=', 'accepted')
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** What it tells, as JSON, held since it was signed; undefined while it runs. */
  async findContent({ handoverId, state }: HandoverRecord): Promise<string | undefined> {
    const table = state === 'accepted' ? 'accepted_handovers' : 'handovers';
    const row = await this.#db
      .selectFrom(table)
      .select('content')
      .where('handover_id', '=', handoverId)
      .executeTakeFirst();
    return row?.content ?? undefined;
  }

  async insert(handover: NewHandover): Promise<HandoverRecord> {
    const row = await this.#db
      .insertInto('handovers')
      .values({
        admin_id: handover.adminId,
        shift: storableText(handover.shift),
        zone: handover.zone,
        from_ms: handover.fromMs,
        shift_end_ms: handover.shiftEndMs,
        state: 'running',
        after_marks: handover.after && marksToText(handover.after),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async sign(
    handoverId: number,
    by: { userId: UserId; user: string },
    { toMs, upTo }: { toMs: EpochMs; upTo: Marks },
    content: string,
  ): Promise<void> {
    await this.#db
      .updateTable('handovers')
      .set({
        state: 'signed',
        to_ms: toMs,
        leaving_user_id: by.userId,
        leaving_name: storableText(by.user),
        leaving_ms: toMs,
        up_to_marks: marksToText(upTo),
        content,
      })
      .where('handover_id', '=', handoverId)
      .execute();
  }

  async unsign(handoverId: number): Promise<void> {
    const nobody = { leaving_user_id: null, leaving_name: null, leaving_ms: null };
    await this.#db
      .updateTable('handovers')
      .set({ state: 'running', to_ms: null, content: null, up_to_marks: null, ...nobody })
      .where('handover_id', '=', handoverId)
      .execute();
  }

  /** Keeps what it tells where nothing changes it any more. */
  async accept(handoverId: number, user: string, acceptedMs: EpochMs, content: string): Promise<void> {
    await this.#db
      .insertInto('accepted_handovers')
      .values({ handover_id: handoverId, accepted_ms: acceptedMs, content })
      .execute();
    await this.#db
      .updateTable('handovers')
      .set({ state: 'accepted', coming_name: storableText(user), coming_ms: acceptedMs, content: null })
      .where('handover_id', '=', handoverId)
      .execute();
  }

  async listTexts(handoverId: number): Promise<HandoverTextRecord[]> {
    const rows = await this.#db
      .selectFrom('handover_texts')
      .selectAll()
      .where('handover_id', '=', handoverId)
      .execute();
    return rows.map(toText);
  }

  async putText(handoverId: number, { section, text, version, user, changedMs }: HandoverTextRecord): Promise<void> {
    const row = { text: storableText(text), version, by_name: storableText(user), changed_ms: changedMs };
    await this.#db
      .insertInto('handover_texts')
      .values({ handover_id: handoverId, section, ...row })
      .onConflict((conflict) => conflict.columns(['handover_id', 'section']).doUpdateSet(row))
      .execute();
  }
}
