import { type AssetId, type commands, permissionId, type UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, HttpError, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import { entryOf } from './command-delivery.ts';
import type { CommandNews, CommandRecord } from './command-record.ts';
import { CommandRepository } from './command-repository.ts';

export interface CommandDecisionsOptions {
  work: UnitOfWork;
  /** Who sends commands, at every node, hears of them. */
  told: Topic<CommandNews>;
  /** @throws HttpError 404 when the asset is gone by now, or out of scope */
  requireAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** What a user may do and see at this moment; undefined when there is no such user. */
  accessOf: (userId: UserId) => Promise<Pick<Caller, 'permissions' | 'visibility' | 'readOnly'> | undefined>;
  clock: Clock;
}

/** What became of commands of which one word was said. */
export interface Decided {
  decided: CommandRecord[];
  left: { commandId: number; reason: string }[];
}

/** With which states a word can be said, and what is said where it cannot any more. */
interface Word {
  from: readonly commands.CommandState[];
  tooLate: () => HttpError;
}

const RELEASE: Word = {
  from: ['awaiting release'],
  tooLate: () => conflict('The command does not await a release any more.'),
};
const REFUSE: Word = {
  from: ['awaiting release', 'queued'],
  tooLate: () => conflict('The command has gone out meanwhile, or has ended.'),
};

const CREATE = permissionId('Commands', 'Create');

/** What people say of commands that have not gone out: the second person's word, and that one is not to be sent after all. */
export class CommandDecisions {
  readonly #options: CommandDecisionsOptions;

  constructor(options: CommandDecisionsOptions) {
    this.#options = options;
  }

  /**
   * The second person's word: both may send it at this moment.
   * @throws HttpError 404 out of sight, 403 for who asked for it, 409 when it does not await a release (any more), or who
   * asked for it may not send it any more
   */
  release(caller: Caller, commandId: number): Promise<CommandRecord> {
    const { told, clock } = this.#options;
    return this.#decide(caller, commandId, RELEASE, async (unit, command) => {
      const { userId, username } = command;
      if (userId === caller.userId) {
        throw forbidden('A command is released by another person than the one who asked for it.');
      }
      if (!(await this.#mayStillAsk(command))) {
        throw conflict(`${username} may not send commands to the asset any more. Refuse it, and ask for it anew.`);
      }
      if (!(await unit.of(CommandRepository).release(commandId, clock.now(), caller.username))) {
        throw RELEASE.tooLate();
      }
      unit.note(entryOf(command, 'released'));
      return (after) => unit.tell(told, { taken: [after] });
    });
  }

  /**
   * It is not sent: a second person says no, or who asked for it takes it back.
   * @throws HttpError 404 out of sight, 409 when it has gone out or ended
   */
  refuse(caller: Caller, commandId: number): Promise<CommandRecord> {
    const { told, clock } = this.#options;
    return this.#decide(caller, commandId, REFUSE, async (unit, command) => {
      const isRefused = await unit.of(CommandRepository).refuse(commandId, clock.now(), caller.username, REFUSE.from);
      if (!isRefused) throw REFUSE.tooLate();
      unit.note(entryOf(command, command.userId === caller.userId ? 'taken back' : 'refused'));
      return (after) => unit.tell(told, { dropped: { assetId: after.assetId, commandId } });
    });
  }

  /**
   * One word on several commands, such as one that was sent to a group. Each is decided by itself, by what holds for its asset at
   * that moment; those that cannot be are left as they are, with the reason.
   */
  async decideEach(caller: Caller, decision: 'release' | 'refuse', commandIds: readonly number[]): Promise<Decided> {
    const decided: CommandRecord[] = [];
    const left: Decided['left'] = [];
    for (const commandId of new Set(commandIds)) {
      try {
        decided.push(await this[decision](caller, commandId));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        left.push({ commandId, reason: error.message });
      }
    }
    return { decided, left };
  }

  /** A word on a command that has not gone out; what it makes of it is told with the unit. */
  #decide(
    caller: Caller,
    commandId: number,
    { from, tooLate }: Word,
    decide: (unit: Work, command: CommandRecord) => Promise<(after: CommandRecord) => void>,
  ): Promise<CommandRecord> {
    const { work, clock, requireAssetWithin } = this.#options;
    return work.run(caller, async (unit) => {
      const commandsOfUnit = unit.of(CommandRepository);
      const command = await commandsOfUnit.find(commandId);
      if (!command || !caller.visibility.canSee(command.assetId)) throw notFound('The command');
      await requireAssetWithin(unit, caller, command.assetId);
      if (!from.includes(command.state) || command.expiresMs <= clock.now()) throw tooLate();
      const follow = await decide(unit, command);
      const after = await commandsOfUnit.find(commandId);
      if (!after) throw notFound('The command');
      follow(after);
      return after;
    });
  }

  async #mayStillAsk({ userId, assetId }: CommandRecord): Promise<boolean> {
    const asker = await this.#options.accessOf(userId);
    return asker !== undefined && !asker.readOnly && holds(asker, CREATE) && asker.visibility.canSee(assetId);
  }
}
