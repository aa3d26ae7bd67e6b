import { type AssetId, commands } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { type Actor, type Journal, portalActor } from '#journal/journal.ts';
import { type CommandRecord, CommandRepository } from './command-repository.ts';

/** How a command reaches its device. */
export interface CommandLink {
  /**
   * Hands a command to the device if it is connected and listens, once per connection; tells when the device has it, or
   * that there is no word for it in what the device speaks.
   */
  sendCommand(
    assetId: AssetId,
    command: {
      commandId: number;
      module: string;
      command: string;
      method: string;
      params: unknown;
      expiresInMs: number;
    },
    fate: { arrived(): void; refused(reason: string): void },
  ): void;
  /** Hears when commands of an asset can be delivered. */
  onReachable(listener: (assetId: AssetId) => void): void;
}

export interface CommandServiceOptions {
  work: UnitOfWork;
  repository: CommandRepository;
  link: CommandLink;
  /** Whether there is such an asset (who may see it is asked of the caller). */
  assetExists: (assetId: AssetId) => Promise<boolean>;
  /** @throws HttpError 404 when the asset is gone by now, or out of scope */
  requireAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<unknown>;
  journal: Journal;
  clock: Clock;
  log: Log;
}

export interface CommandInput {
  assetId: AssetId;
  commandDefinitionId: number;
  command: string;
  /** Seconds. */
  expiration: number;
}

const MAX_QUEUED_PER_ASSET = 1_000;
const MAX_ANSWER_LENGTH = 65_536;

/**
 * Commands to devices. A queued command survives a restart. It is handed over once per connection of its device, and
 * never after the device acknowledged or answered it, nor after it expired; a connection that breaks before the
 * acknowledgement means that it is sent again on the next one, with the same id, by which a device knows it.
 */
export class CommandService {
  readonly #options: CommandServiceOptions;
  /** What waits, in order. */
  readonly #queues = new Map<AssetId, CommandRecord[]>();

  constructor(options: CommandServiceOptions) {
    this.#options = options;
    options.link.onReachable((assetId) => this.#deliver(assetId));
  }

  /** Takes up what waited when the portal stopped. */
  async load(): Promise<void> {
    for (const command of await this.#options.repository.listQueued()) this.#enqueue(command);
  }

  /**
   * Queues commands, all or none.
   * @throws HttpError 404 when the caller does not see one of the assets, 400 for a command text that is not one
   */
  async send(caller: Caller, inputs: readonly CommandInput[]): Promise<CommandRecord[]> {
    for (const { assetId } of inputs) await this.#refuseUnseen(caller, assetId);
    for (const [i, { command }] of inputs.entries()) parseCommand(command, `${i}.command`);
    const { work, clock, requireAssetWithin } = this.#options;
    const by = { userId: caller.userId, username: caller.username };
    return work.run(caller, async (unit) => {
      for (const { assetId } of inputs) await requireAssetWithin(unit, caller, assetId);
      this.#refuseTooMany(inputs);
      const createdMs = clock.now();
      const rows = inputs.map((input) => ({
        ...input,
        ...by,
        createdMs,
        expiresMs: createdMs + input.expiration * 1_000,
      }));
      const made = await unit.of(CommandRepository).insertAll(rows);
      for (const record of made) unit.note({ ...entryOf(record, 'sent'), after: { command: record.command } });
      unit.afterCommit(() => {
        for (const command of made) this.#enqueue(command);
        for (const assetId of new Set(made.map((command) => command.assetId))) this.#deliver(assetId);
      });
      return made;
    });
  }

  async get(caller: Caller, commandId: number): Promise<CommandRecord> {
    const command = await this.#options.repository.find(commandId);
    if (!command || !caller.visibility.canSee(command.assetId)) throw notFound('The command');
    return command;
  }

  async list(
    caller: Caller,
    assetId: AssetId,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; commands: CommandRecord[] }> {
    await this.#refuseUnseen(caller, assetId);
    const [records, total] = await this.#options.repository.list(assetId, page);
    return { total, commands: records };
  }

  /** The device answered; an answer with a member `error` means that it failed. Answers to unknown ids are passed over. */
  async answered(device: { assetId: AssetId; serialNumber: string }, idText: string, answer: unknown): Promise<void> {
    if (!/^[1-9]\d{0,14}$/.test(idText)) return;
    const key = { commandId: Number(idText), assetId: device.assetId };
    const command = await this.#options.repository.find(key.commandId);
    if (command?.assetId !== key.assetId) return;
    // What was answered was delivered, also when the answer is here before the acknowledgement.
    await this.#arrived(key.assetId, key.commandId);
    await this.#end(key, answer, { name: `device ${device.serialNumber}` });
  }

  /** With the first answer. */
  async #end(key: { assetId: AssetId; commandId: number }, answer: unknown, by: Actor): Promise<void> {
    const state = isFailure(answer) ? 'failed' : 'answered';
    const text = JSON.stringify(answer ?? null);
    const kept = text.length > MAX_ANSWER_LENGTH ? JSON.stringify('(the answer was too long to keep)') : text;
    const isFirst = await this.#options.repository.setAnswer(key, {
      state,
      answer: kept,
      endedMs: this.#options.clock.now(),
    });
    if (!isFirst) return;
    this.#dequeue(key.assetId, key.commandId);
    await this.#options.journal.append({ ...entryOf(key, state), by, after: { answer: kept.slice(0, 1_000) } });
  }

  /** Ends what waited too long; called once a second. */
  async expireDue(): Promise<void> {
    const nowMs = this.#options.clock.now();
    const due = [...this.#queues.values()].flat().filter((command) => command.expiresMs <= nowMs);
    if (due.length === 0) return;
    for (const command of due) this.#dequeue(command.assetId, command.commandId);
    await this.#options.repository.expire(
      due.map((command) => command.commandId),
      nowMs,
    );
    await this.#options.journal.appendAll(due.map((command) => ({ ...entryOf(command, 'expired'), by: portalActor })));
  }

  /** The asset is gone, and its commands with it. */
  forget(assetId: AssetId): void {
    this.#queues.delete(assetId);
  }

  #refuseTooMany(inputs: readonly CommandInput[]): void {
    for (const { assetId } of inputs) {
      const count =
        inputs.filter((input) => input.assetId === assetId).length + (this.#queues.get(assetId)?.length ?? 0);
      if (count > MAX_QUEUED_PER_ASSET)
        throw conflict(`More than ${MAX_QUEUED_PER_ASSET} commands wait for the asset.`);
    }
  }

  #deliver(assetId: AssetId): void {
    const nowMs = this.#options.clock.now();
    for (const { commandId, command, expiresMs } of this.#queues.get(assetId) ?? []) {
      if (expiresMs <= nowMs) continue;
      const { module, command: name, parameter } = parseCommand(command, 'command');
      const message = {
        commandId,
        module,
        command: name,
        method: `${module}.${name}`,
        params: parameter ?? null,
        expiresInMs: expiresMs - nowMs,
      };
      const noted = (fate: Promise<void>) =>
        fate.catch((error: unknown) => {
          this.#options.log.error({ err: error, commandId }, 'the delivery of a command could not be noted');
        });
      this.#options.link.sendCommand(assetId, message, {
        arrived: () => noted(this.#arrived(assetId, commandId)),
        refused: (reason) => noted(this.#end({ assetId, commandId }, { error: reason }, portalActor)),
      });
    }
  }

  async #arrived(assetId: AssetId, commandId: number): Promise<void> {
    this.#dequeue(assetId, commandId);
    const isNew = await this.#options.repository.setDelivered(commandId, this.#options.clock.now());
    if (isNew) await this.#options.journal.append({ ...entryOf({ assetId, commandId }, 'delivered'), by: portalActor });
  }

  #enqueue(command: CommandRecord): void {
    const queue = this.#queues.get(command.assetId);
    if (queue) queue.push(command);
    else this.#queues.set(command.assetId, [command]);
  }

  #dequeue(assetId: AssetId, commandId: number): void {
    const rest = this.#queues.get(assetId)?.filter((command) => command.commandId !== commandId) ?? [];
    if (rest.length > 0) this.#queues.set(assetId, rest);
    else this.#queues.delete(assetId);
  }

  async #refuseUnseen(caller: Caller, assetId: AssetId): Promise<void> {
    if (!caller.visibility.canSee(assetId) || !(await this.#options.assetExists(assetId))) throw notFound('The asset');
  }
}

function parseCommand(text: string, field: string) {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badRequest(`${field} must be JSON text with module, command and parameter.`, { field });
  }
  const parsed = commands.commandTextSchema.safeParse(json);
  if (!parsed.success) throw badRequest(`${field} must hold module and command as text.`, { field });
  return parsed.data;
}

function isFailure(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !Object.hasOwn(answer, 'error')) return false;
  return Boolean((answer as { error: unknown }).error);
}

function entryOf(command: { assetId: AssetId; commandId: number }, what: string) {
  return { kind: 'command', assetId: command.assetId, what: `command ${command.commandId} ${what}` };
}
