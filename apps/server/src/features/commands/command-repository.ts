import type { AssetId, commands, EpochMs, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { CommandsTable } from './command-tables.ts';

export interface CommandRecord {
  commandId: number;
  assetId: AssetId;
  commandDefinitionId: number;
  command: string;
  state: commands.CommandState;
  createdMs: EpochMs;
  expiresMs: EpochMs;
  deliveredMs: EpochMs | null;
  endedMs: EpochMs | null;
  answer: string | null;
  userId: UserId;
  username: string;
}

export type NewCommand = Pick<
  CommandRecord,
  'assetId' | 'commandDefinitionId' | 'command' | 'createdMs' | 'expiresMs' | 'userId' | 'username'
>;

function toRecord(row: Selectable<CommandsTable>): CommandRecord {
  return {
    commandId: row.command_id,
    assetId: row.asset_id as AssetId,
    commandDefinitionId: row.command_definition_id,
    command: row.command,
    state: row.state,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    deliveredMs: row.delivered_ms,
    endedMs: row.ended_ms,
    answer: row.answer,
    userId: row.by_user_id as UserId,
    username: row.by_name,
  };
}

export class CommandRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Queues commands; answers them in the order given. */
  async insertAll(inputs: readonly NewCommand[]): Promise<CommandRecord[]> {
    const rows = await this.#db
      .insertInto('commands')
      .values(
        inputs.map((input) => ({
          asset_id: input.assetId,
          command_definition_id: input.commandDefinitionId,
          command: storableText(input.command),
          state: 'queued' as const,
          created_ms: input.createdMs,
          expires_ms: input.expiresMs,
          by_user_id: input.userId,
          by_name: input.username,
        })),
      )
      .returningAll()
      .execute();
    return rows.map(toRecord).toSorted((a, b) => a.commandId - b.commandId);
  }

  async find(commandId: number): Promise<CommandRecord | undefined> {
    const row = await this.#db
      .selectFrom('commands')
      .selectAll()
      .where('command_id', '=', commandId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** One page of an asset's commands, newest first, and how many there are. */
  async list(assetId: AssetId, page: { limit: number; offset: number }): Promise<[CommandRecord[], number]> {
    const ofAsset = this.#db.selectFrom('commands').where('asset_id', '=', assetId);
    const { count } = await ofAsset.select((s) => s.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await ofAsset
      .selectAll()
      .orderBy('command_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return [rows.map(toRecord), Number(count)];
  }

  /** Every command that waits for its device, oldest first. */
  async listQueued(): Promise<CommandRecord[]> {
    const rows = await this.#db
      .selectFrom('commands')
      .selectAll()
      .where('state', '=', 'queued')
      .orderBy('command_id')
      .execute();
    return rows.map(toRecord);
  }

  /** The device has it. False: it was not waiting any more. */
  async setDelivered(commandId: number, deliveredMs: EpochMs): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('commands')
      .set({ state: 'delivered', delivered_ms: deliveredMs })
      .where('command_id', '=', commandId)
      .where('state', '=', 'queued')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** The device answered: the first answer counts, and it may come late. False: there is one already. */
  async setAnswer(
    command: { commandId: number; assetId: AssetId },
    answer: { state: 'answered' | 'failed'; answer: string; endedMs: EpochMs },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('commands')
      .set({ state: answer.state, answer: storableText(answer.answer), ended_ms: answer.endedMs })
      .where('command_id', '=', command.commandId)
      .where('asset_id', '=', command.assetId)
      .where('state', 'in', ['queued', 'delivered', 'expired'])
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Ends what waited too long. */
  async expire(commandIds: readonly number[], endedMs: EpochMs): Promise<void> {
    if (commandIds.length === 0) return;
    await this.#db
      .updateTable('commands')
      .set({ state: 'expired', ended_ms: endedMs })
      .where('command_id', 'in', commandIds)
      .where('state', '=', 'queued')
      .execute();
  }
}
