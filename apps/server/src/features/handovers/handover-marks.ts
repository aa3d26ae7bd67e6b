import type { AdminId, EpochMs } from '@telltale/contract';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { waitForWriters } from '#db/dialects/wait-for-writers.ts';
import type { Database } from '#db/schema.ts';

/**
 * How far the records of each kind were told, by their numbers, which go up in the order in which they are written down. A
 * handover tells what was written down since the one before, whatever time it carries: what a device sends late, and a note
 * for a moment that is over, are in the next one, and nothing is in two or in none.
 */
const marksSchema = z.object({
  transition: z.number().int(),
  event: z.number().int(),
  command: z.number().int(),
  journal: z.number().int(),
});
export type Marks = z.output<typeof marksSchema>;

export const marksToText = (marks: Marks): string => JSON.stringify(marks);
export const marksFromText = (text: string | null): Marks | null =>
  text === null ? null : marksSchema.parse(JSON.parse(text));

/** Where the records that a handover tells of end. */
export class HandoverMarks {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Of all that is written down, by whichever portal on this database: a change under way may have a number below them, and would be
   * in no handover, so each has ended first. Asked as the first thing in a unit of work.
   */
  async settled(): Promise<Marks> {
    await waitForWriters(this.#db, ['alarm_transitions', 'events', 'commands', 'journal']);
    return this.now();
  }

  /** Of all that is written down, as it looks at this moment. */
  async now(): Promise<Marks> {
    return {
      transition: await this.#last('alarm_transitions', 'transition_id'),
      event: await this.#last('events', 'event_id'),
      command: await this.#last('commands', 'command_id'),
      journal: await this.#last('journal', 'journal_id'),
    };
  }

  /** Of what was written down before a moment, for a handover that no other one came before. */
  async before(adminId: AdminId, timeMs: EpochMs): Promise<Marks> {
    return {
      transition: await this.#transitionBefore(adminId, timeMs),
      event: await this.#last('events', 'event_id', { column: 'received_ms', timeMs }),
      command: await this.#last('commands', 'command_id', { column: 'created_ms', timeMs }),
      journal: await this.#last('journal', 'journal_id', { column: 'time_ms', timeMs }),
    };
  }

  /** @param before by a time that goes up with the number: found from the end */
  async #last(table: string, id: string, before?: { column: string; timeMs: EpochMs }): Promise<number> {
    const until = before ? sql`where ${sql.ref(before.column)} < ${before.timeMs}` : sql``;
    const found = await sql<{ last: number }>`
      select ${sql.ref(id)} as last from ${sql.table(table)} ${until} order by ${sql.ref(id)} desc limit 1
    `.execute(this.#db);
    return Number(found.rows[0]?.last ?? 0);
  }

  /** Their times are those of values, which come late: the first one of the time on decides, not the last one before. */
  async #transitionBefore(adminId: AdminId, timeMs: EpochMs): Promise<number> {
    const row = await this.#db
      .selectFrom('assets')
      .innerJoin('alarm_transitions as happened', 'happened.asset_id', 'assets.asset_id')
      .select(({ fn }) => fn.min<number | null>('happened.transition_id').as('first'))
      .where('assets.admin_id', '=', adminId)
      .where('happened.time_ms', '>=', timeMs)
      .executeTakeFirst();
    const first = row?.first ?? null;
    return first === null ? this.#last('alarm_transitions', 'transition_id') : Number(first) - 1;
  }
}
