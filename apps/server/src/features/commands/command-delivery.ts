import { type AssetId, commandDefinitions, type DataItemId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { type Actor, type Journal, portalActor } from '#journal/journal.ts';
import type { CommandAnswerRepository } from './command-answer-repository.ts';
import { parseCommand } from './command-draft.ts';
import { CommandEffects } from './command-effects.ts';
import type { CommandLink, CommandOffer } from './command-link.ts';
import { CommandQueues } from './command-queues.ts';
import type { CommandRecord, Effect, RecordedValue } from './command-record.ts';
import { type CommandRepository, UNDER_WAY, WAITING } from './command-repository.ts';

export interface CommandDeliveryOptions {
  repository: CommandRepository;
  answers: CommandAnswerRepository;
  link: CommandLink;
  /** The value that a data item of an asset has now. */
  currentOf: (assetId: AssetId, dataItemId: DataItemId) => RecordedValue | undefined;
  /** The data item of an asset by its label. */
  itemOf: (assetId: AssetId, label: string) => { dataItemId: DataItemId; label: string } | undefined;
  journal: Journal;
  clock: Clock;
  log: Log;
}

type Key = Pick<CommandRecord, 'assetId' | 'commandId'>;

const MAX_ANSWER_LENGTH = 65_536;
const EXPIRED_PER_STATEMENT = 1_000;

/**
 * Brings commands to their devices, and keeps what becomes of them. A command is handed over at most once: that it goes
 * out is on disk before it does, so neither a connection that breaks nor a portal that is killed sends it again
 * (decision 0192). Who wants that sends another one.
 */
export class CommandDelivery {
  readonly effects = new CommandEffects((watch, after) => {
    this.#noted(watch.commandId, this.#judge(watch, 'verified', after));
  });
  readonly #options: CommandDeliveryOptions;
  readonly #queues = new CommandQueues();
  /** One after the other, in the order in which they were asked for. */
  readonly #delivering = new Map<AssetId, Promise<void>>();

  constructor(options: CommandDeliveryOptions) {
    this.#options = options;
    options.link.onReachable((assetId) => this.#deliver(assetId));
  }

  /** Takes up what was under way when the portal stopped. */
  async load(): Promise<void> {
    for (const command of await this.#options.repository.listOpen()) this.#follow(command);
  }

  /** Takes over what another node of the portal did with these. */
  async follow(commandIds: readonly number[]): Promise<void> {
    for (const command of await this.#options.repository.listByIds(commandIds)) this.#follow(command);
  }

  /** Takes over what other nodes did of which nothing was heard here. */
  async followAll(): Promise<void> {
    // What comes while it is read is none of what was missed.
    const known = [...this.#queues.all(), ...this.effects.all()];
    const open = await this.#options.repository.listOpen();
    const ids = new Set(open.map(({ commandId }) => commandId));
    for (const { assetId, commandId } of known) if (!ids.has(commandId)) this.#forget(assetId, commandId);
    for (const command of open) this.#follow(command);
  }

  /** How many of an asset's wait. */
  waitingOf(assetId: AssetId): number {
    return this.#queues.countOf(assetId);
  }

  #follow(command: CommandRecord): void {
    const { assetId, commandId, state, effect } = command;
    if (isWaiting(state)) this.#queues.add(command);
    else this.#queues.remove(assetId, commandId);
    if (effect === null || command.sentMs === null || hasEnded(state)) {
      this.effects.forget(assetId, commandId);
    } else {
      if (!this.effects.has(assetId, commandId)) this.effects.watch(command, effect, command.before ?? undefined);
      if (command.deliveredMs !== null) this.effects.delivered(assetId, commandId, command.deliveredMs);
    }
    if (state === 'queued') this.#deliver(assetId);
  }

  #forget(assetId: AssetId, commandId: number): void {
    this.#queues.remove(assetId, commandId);
    this.effects.forget(assetId, commandId);
  }

  /** New ones, and those that were released; dangerous ones only wait to expire until then. */
  take(commands: readonly CommandRecord[]): void {
    for (const command of commands) this.#queues.add(command);
    for (const assetId of new Set(commands.map((command) => command.assetId))) this.#deliver(assetId);
  }

  /** It is not to be sent any more. */
  drop({ assetId, commandId }: Key): void {
    this.#queues.remove(assetId, commandId);
  }

  /** The asset is gone, and its commands with it. */
  forget(assetId: AssetId): void {
    this.#queues.forget(assetId);
    this.effects.forget(assetId);
  }

  /**
   * The device answered; an answer with a member `error`, or whose `success` is false, means that it failed (decision
   * 0495). One that comes too late, or after another one, is kept and changes nothing. Answers to what was never sent to the device are passed over.
   */
  async answered(device: { assetId: AssetId; serialNumber: string }, idText: string, answer: unknown): Promise<void> {
    if (!/^[1-9]\d{0,14}$/.test(idText)) return;
    const { repository } = this.#options;
    const command = await repository.find(Number(idText));
    if (command?.assetId !== device.assetId || command.sentMs === null) return;
    const by = { name: `device ${device.serialNumber}` };
    // What was answered was delivered, also when the answer is here before the acknowledgement.
    await this.#arrived(command);
    const text = answerText(answer);
    if (await this.#end(command, isFailure(answer) ? 'failed' : 'answered', text, by)) return;
    const { answers, clock, journal } = this.#options;
    const { commandId } = command;
    const kind = command.state === 'expired' ? ('late' as const) : ('repeated' as const);
    if (!(await answers.insert({ commandId, receivedMs: clock.now(), kind, answer: text }))) return;
    const what = kind === 'late' ? 'answered after it had expired' : 'answered again';
    await journal.append({ ...entryOf(command, what), by, after: { answer: text.slice(0, 1_000) } });
  }

  /** Ends what waited too long, and what moved nothing in its time; called once a second. */
  async endDue(): Promise<void> {
    const { repository, clock, journal } = this.#options;
    const nowMs = clock.now();
    for (const watch of this.effects.takeDue(nowMs)) await this.#judge(watch, 'no effect', watch.last);
    const due = this.#queues.due(nowMs);
    for (let first = 0; first < due.length; first += EXPIRED_PER_STATEMENT) {
      const some = due.slice(first, first + EXPIRED_PER_STATEMENT);
      for (const { assetId, commandId } of some) this.#queues.remove(assetId, commandId);
      const ids = await repository.expire(
        some.map(({ commandId }) => commandId),
        nowMs,
      );
      const expired = some.filter(({ commandId }) => ids.has(commandId));
      for (const { assetId, commandId } of expired) this.effects.forget(assetId, commandId);
      await journal.appendAll(expired.map((command) => ({ ...entryOf(command, 'expired'), by: portalActor })));
    }
  }

  #deliver(assetId: AssetId): void {
    if (!this.#queues.hasQueued(assetId)) return;
    const turn = (this.#delivering.get(assetId) ?? Promise.resolve())
      .then(() => this.#deliverNow(assetId))
      .catch((error: unknown) => this.#options.log.error({ err: error, assetId }, 'commands could not be delivered'))
      .finally(() => {
        if (this.#delivering.get(assetId) === turn) this.#delivering.delete(assetId);
      });
    this.#delivering.set(assetId, turn);
  }

  async #deliverNow(assetId: AssetId): Promise<void> {
    for (const command of this.#queues.queued(assetId)) {
      const nowMs = this.#options.clock.now();
      if (command.expiresMs <= nowMs) continue;
      const offer = this.#options.link.offer(assetId, messageOf(command, nowMs));
      // What was asked for first goes first.
      if (offer === undefined) return;
      if ('refused' in offer) await this.#refuse(command, offer.refused);
      else if (!(await this.#send(command, offer, nowMs))) return;
    }
  }

  /** False: nothing goes out now. */
  async #send(
    command: CommandRecord,
    offer: Exclude<CommandOffer, { refused: string }>,
    nowMs: number,
  ): Promise<boolean> {
    const { repository, currentOf } = this.#options;
    const { assetId, commandId } = command;
    const effect = command.effect ?? this.#effectOf(assetId, offer.moves);
    const before = effect ? currentOf(assetId, effect.dataItemId) : undefined;
    if (!(await repository.setSent(commandId, nowMs, effect, before))) {
      this.#queues.remove(assetId, commandId);
      return true;
    }
    if (effect) this.effects.watch(command, effect, before);
    if (offer.send(() => this.#noted(commandId, this.#arrived(command)))) {
      this.#queues.sent(assetId, commandId);
      return true;
    }
    this.effects.forget(assetId, commandId);
    await repository.setUnsent(commandId);
    return false;
  }

  /** Where the device's language says what will move, nobody needs to. */
  #effectOf(assetId: AssetId, moves: { label: string; value: number | string } | undefined): Effect | null {
    const item = moves && this.#options.itemOf(assetId, moves.label);
    if (!item) return null;
    const withinSeconds = commandDefinitions.DEFAULT_EFFECT_SECONDS;
    return { ...item, withinSeconds, expected: moves.value, tolerance: 0 };
  }

  async #refuse(command: CommandRecord, reason: string): Promise<void> {
    const { repository, clock, journal } = this.#options;
    this.#queues.remove(command.assetId, command.commandId);
    const answer = JSON.stringify({ error: reason });
    if (!(await repository.setImpossible(command.commandId, answer, clock.now()))) return;
    await journal.append({ ...entryOf(command, 'failed'), by: portalActor, after: { answer } });
  }

  async #arrived({ assetId, commandId }: Key): Promise<void> {
    const { repository, clock, journal } = this.#options;
    const nowMs = clock.now();
    this.#queues.remove(assetId, commandId);
    if (!(await repository.setDelivered(commandId, nowMs))) return;
    this.effects.delivered(assetId, commandId, nowMs);
    await journal.append({ ...entryOf({ assetId, commandId }, 'delivered'), by: portalActor });
  }

  async #end(key: Key, state: 'answered' | 'failed', answer: string, by: Actor): Promise<boolean> {
    const { repository, clock, journal } = this.#options;
    if (!(await repository.setAnswer(key.commandId, { state, answer, answeredMs: clock.now() }))) return false;
    if (state === 'failed') this.effects.forget(key.assetId, key.commandId);
    await journal.append({ ...entryOf(key, state), by, after: { answer: answer.slice(0, 1_000) } });
    return true;
  }

  async #judge(key: Key, state: 'verified' | 'no effect', after: RecordedValue | undefined): Promise<void> {
    const { repository, clock, journal } = this.#options;
    this.#queues.remove(key.assetId, key.commandId);
    if (!(await repository.setVerdict(key.commandId, { state, after, endedMs: clock.now() }))) return;
    const what = state === 'verified' ? 'verified' : 'had no effect';
    await journal.append({ ...entryOf(key, what), by: portalActor, ...(after ? { after } : {}) });
  }

  #noted(commandId: number, fate: Promise<unknown>): void {
    fate.catch((error: unknown) => {
      this.#options.log.error({ err: error, commandId }, 'what became of a command could not be noted');
    });
  }
}

const isWaiting = (state: CommandRecord['state']) => WAITING.includes(state);
/** Nothing more can come of it. */
const hasEnded = (state: CommandRecord['state']) => !isWaiting(state) && !UNDER_WAY.includes(state);

function messageOf({ commandId, command: text, expiresMs }: CommandRecord, nowMs: number) {
  const { module, command, parameter } = parseCommand(text, 'command');
  const method = `${module}.${command}`;
  return { commandId, module, command, method, params: parameter ?? null, expiresInMs: expiresMs - nowMs };
}

function answerText(answer: unknown): string {
  const text = JSON.stringify(answer ?? null);
  return text.length > MAX_ANSWER_LENGTH ? JSON.stringify('(the answer was too long to keep)') : text;
}

function isFailure(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  const { error, success } = Object.fromEntries(Object.entries(answer));
  return Boolean(error) || success === false;
}

export function entryOf(command: Key, what: string) {
  return { kind: 'command', assetId: command.assetId, what: `command ${command.commandId} ${what}` };
}
