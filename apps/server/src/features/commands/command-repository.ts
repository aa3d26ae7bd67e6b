import type { AssetId, commands, EpochMs } from '@telltale/contract';
import type { ExpressionBuilder, Kysely, UpdateObject } from 'kysely';
import { holdsText } from '#db/holds-text.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import {
  type CommandRecord,
  type Effect,
  effectColumns,
  type NewCommand,
  type RecordedValue,
  toRecord,
} from './command-record.ts';

/** Which commands a list holds. */
export interface CommandFilter {
  /** Undefined: of all assets. */
  assetIds: readonly AssetId[] | undefined;
  state?: commands.CommandState | undefined;
  /** Part of the name of who sent, released or refused it. */
  user?: string | undefined;
  /** Part of the name of its template. */
  template?: string | undefined;
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
}

/** With these a command may still be answered, or be told whether it worked. */
export const UNDER_WAY: readonly commands.CommandState[] = ['sent', 'delivered', 'answered'];
/** With these it has not reached its device, as far as is known. */
export const WAITING: readonly commands.CommandState[] = ['awaiting release', 'queued', 'sent'];

const jsonOf = (value: RecordedValue['value']) => storableText(JSON.stringify(value));

/** Commands and what became of them. A change of state names the states that it may follow: what came first counts. */
export class CommandRepository {
  readonly #db: Kysely<Database>;
  readonly #changed: (commandId: number) => void;

  /** @param changed hears of each command whose state was changed by this */
  constructor(db: Kysely<Database>, changed: (commandId: number) => void = () => undefined) {
    this.#db = db;
    this.#changed = changed;
  }

  /** Keeps new commands; answers them in the order given. Dangerous ones await their release. */
  async insertAll(inputs: readonly NewCommand[]): Promise<CommandRecord[]> {
    const rows = await this.#db
      .insertInto('commands')
      .values(
        inputs.map((input) => ({
          asset_id: input.assetId,
          command_definition_id: input.commandDefinitionId,
          template_name: input.templateName,
          command: storableText(input.command),
          state: input.isDangerous ? ('awaiting release' as const) : ('queued' as const),
          created_ms: input.createdMs,
          expires_ms: input.expiresMs,
          by_user_id: input.userId,
          by_name: input.username,
          is_dangerous: input.isDangerous ? 1 : 0,
          ...effectColumns(input.effect),
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

  /** Those of these that there are. */
  async listByIds(commandIds: readonly number[]): Promise<CommandRecord[]> {
    if (commandIds.length === 0) return [];
    const rows = await this.#db.selectFrom('commands').selectAll().where('command_id', 'in', commandIds).execute();
    return rows.map(toRecord);
  }

  /** One page of commands, newest first, and how many there are. */
  async list(filter: CommandFilter, page: { limit: number; offset: number }): Promise<[CommandRecord[], number]> {
    const found = this.#filtered(filter);
    const { count } = await found.select((s) => s.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await found.selectAll().orderBy('command_id', 'desc').limit(page.limit).offset(page.offset).execute();
    return [rows.map(toRecord), Number(count)];
  }

  /** Every command that waits for its release, its device or its effect, oldest first. */
  async listOpen(): Promise<CommandRecord[]> {
    const rows = await this.#db
      .selectFrom('commands')
      .selectAll()
      .where((either) =>
        either.or([
          either('state', 'in', WAITING),
          either.and([either('state', 'in', UNDER_WAY), either('effect_item_id', 'is not', null)]),
        ]),
      )
      .orderBy('command_id')
      .execute();
    return rows.map(toRecord);
  }

  /** False: it does not await a release any more. */
  release(commandId: number, releasedMs: EpochMs, releasedBy: string): Promise<boolean> {
    const set = { state: 'queued' as const, released_ms: releasedMs, released_by: releasedBy };
    return this.#set(commandId, set, ['awaiting release']);
  }

  /** It is never sent. False: it has another state than these by now. */
  refuse(
    commandId: number,
    endedMs: EpochMs,
    refusedBy: string,
    from: readonly commands.CommandState[],
  ): Promise<boolean> {
    return this.#set(commandId, { state: 'refused' as const, ended_ms: endedMs, refused_by: refusedBy }, from);
  }

  /** It is about to be handed to its device, and by this never again. False: it does not wait any more. */
  setSent(
    commandId: number,
    sentMs: EpochMs,
    effect: Effect | null,
    before: RecordedValue | undefined,
  ): Promise<boolean> {
    const recorded = { before_value: before ? jsonOf(before.value) : null, before_ms: before?.timeMs ?? null };
    const set = { state: 'sent' as const, sent_ms: sentMs, ...effectColumns(effect), ...recorded };
    return this.#set(commandId, set, ['queued']);
  }

  /** Nothing of it went out. */
  setUnsent(commandId: number): Promise<boolean> {
    return this.#set(commandId, { state: 'queued' as const, sent_ms: null }, ['sent']);
  }

  /** The device has it. False: that is known already. */
  setDelivered(commandId: number, deliveredMs: EpochMs): Promise<boolean> {
    return this.#set(commandId, { state: 'delivered' as const, delivered_ms: deliveredMs }, ['sent']);
  }

  /** It went nowhere: the device's language has no word for it. */
  setImpossible(commandId: number, answer: string, endedMs: EpochMs): Promise<boolean> {
    return this.#set(commandId, { state: 'failed' as const, answer: storableText(answer), ended_ms: endedMs }, [
      'queued',
    ]);
  }

  /** The first answer in time. False: there is one, or it came too late. */
  async setAnswer(
    commandId: number,
    { state, answer, answeredMs }: { state: 'answered' | 'failed'; answer: string; answeredMs: EpochMs },
  ): Promise<boolean> {
    const answered = { answer: storableText(answer), answered_ms: answeredMs };
    if (await this.#set(commandId, { state, ...answered, ended_ms: answeredMs }, ['delivered'])) return true;
    // Its effect was seen before it was answered: that stands.
    const { numUpdatedRows } = await this.#db
      .updateTable('commands')
      .set(answered)
      .where('command_id', '=', commandId)
      .where('state', 'in', ['verified', 'no effect'])
      .where('answer', 'is', null)
      .executeTakeFirstOrThrow();
    return this.#tell(commandId, numUpdatedRows);
  }

  /** It did what it should, or did not in time; who sees it do so knows that it was delivered. */
  async setVerdict(
    commandId: number,
    verdict: { state: 'verified' | 'no effect'; after: RecordedValue | undefined; endedMs: EpochMs },
  ): Promise<boolean> {
    const { state, after, endedMs } = verdict;
    const { numUpdatedRows } = await this.#db
      .updateTable('commands')
      .set((set) => ({
        state,
        ended_ms: endedMs,
        after_value: after ? jsonOf(after.value) : null,
        after_ms: after?.timeMs ?? null,
        delivered_ms: set.fn.coalesce('delivered_ms', set.val(endedMs)),
      }))
      .where('command_id', '=', commandId)
      .where('state', 'in', UNDER_WAY)
      .executeTakeFirstOrThrow();
    return this.#tell(commandId, numUpdatedRows);
  }

  /** Ends what waited too long; answers which of these did. */
  async expire(commandIds: readonly number[], endedMs: EpochMs): Promise<Set<number>> {
    if (commandIds.length === 0) return new Set();
    const rows = await this.#db
      .updateTable('commands')
      .set({ state: 'expired', ended_ms: endedMs })
      .where('command_id', 'in', commandIds)
      .where('state', 'in', WAITING)
      .returning('command_id')
      .execute();
    for (const row of rows) this.#changed(row.command_id);
    return new Set(rows.map((row) => row.command_id));
  }

  async #set(
    commandId: number,
    set: UpdateObject<Database, 'commands'>,
    from: readonly commands.CommandState[],
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('commands')
      .set(set)
      .where('command_id', '=', commandId)
      .where('state', 'in', from)
      .executeTakeFirstOrThrow();
    return this.#tell(commandId, numUpdatedRows);
  }

  #tell(commandId: number, numUpdatedRows: bigint): boolean {
    if (numUpdatedRows === 0n) return false;
    this.#changed(commandId);
    return true;
  }

  #filtered({ assetIds, state, user, template, fromMs, toMs }: CommandFilter) {
    let query = this.#db.selectFrom('commands');
    if (assetIds) query = query.where('asset_id', 'in', assetIds);
    if (state) query = query.where('state', '=', state);
    if (fromMs !== undefined) query = query.where('created_ms', '>=', fromMs);
    if (toMs !== undefined) query = query.where('created_ms', '<=', toMs);
    if (user) query = query.where(holdsPart(['by_name', 'released_by', 'refused_by'], user));
    if (template) query = query.where(holdsPart(['template_name'], template));
    return query;
  }
}

/** One of the columns has the text within it. */
function holdsPart(columns: readonly ('by_name' | 'released_by' | 'refused_by' | 'template_name')[], text: string) {
  return (either: ExpressionBuilder<Database, 'commands'>) =>
    either.or(columns.map((column) => holdsText(column, text)));
}
