import type { EpochMs } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

export interface FurtherAnswer {
  commandId: number;
  receivedMs: EpochMs;
  kind: 'late' | 'repeated';
  /** JSON text. */
  answer: string;
}

/** A device that answers for ever fills no disk. */
const KEPT_PER_COMMAND = 20;

/** What devices answered after their first answer, or too late: kept as what it is. */
export class CommandAnswerRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** False: there are as many as are kept. */
  async insert({ commandId, receivedMs, kind, answer }: FurtherAnswer): Promise<boolean> {
    const { count } = await this.#db
      .selectFrom('command_answers')
      .select((s) => s.fn.countAll<number>().as('count'))
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= KEPT_PER_COMMAND) return false;
    await this.#db
      .insertInto('command_answers')
      .values({ command_id: commandId, received_ms: receivedMs, kind, answer: storableText(answer) })
      .execute();
    return true;
  }

  /** Of these commands, in the order in which they came. */
  async listOf(commandIds: readonly number[]): Promise<FurtherAnswer[]> {
    if (commandIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('command_answers')
      .selectAll()
      .where('command_id', 'in', commandIds)
      .orderBy('command_answer_id')
      .execute();
    return rows.map((row) => ({
      commandId: row.command_id,
      receivedMs: row.received_ms,
      kind: row.kind,
      answer: row.answer,
    }));
  }
}
