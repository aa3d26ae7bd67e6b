import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import type { JournalFilter, JournalPage, JournalRepository, JournalWriter } from './journal-repository.ts';

/** Who did something: a user, or a device or the portal itself by name. */
export interface Actor {
  name: string;
  userId?: number;
  adminId?: number;
  /** Where from: the address of the peer. */
  address?: string;
}

export const portalActor: Actor = { name: 'telltale' };

/** A caller as the journal names it. */
export function actorOf(caller: Caller, address = caller.address): Actor {
  return {
    name: caller.username,
    userId: caller.userId,
    adminId: caller.adminId,
    ...(address === undefined ? {} : { address }),
  };
}

export interface JournalEntryInput {
  /** What sort of thing changed: 'session', 'access', 'asset', 'attribute', 'coordinates', 'command', 'dashboard', … */
  kind: string;
  assetId?: AssetId;
  /** What was done, in words: 'created', 'logged in', 'attribute pingrate changed'. */
  what: string;
  /** JSON values; absent where there is none. */
  before?: unknown;
  after?: unknown;
  by: Actor;
}

/** The append-only record of who did what, when and from where (spec 3 §6, guarantees I6). */
export class Journal {
  readonly #repository: JournalRepository;
  readonly #clock: Clock;

  constructor(repository: JournalRepository, clock: Clock) {
    this.#repository = repository;
    this.#clock = clock;
  }

  /**
   * Writes one entry.
   * @param db the transaction that makes the change, so that both are kept or neither
   */
  async append(entry: JournalEntryInput, db?: JournalWriter): Promise<void> {
    await this.appendAll([entry], db);
  }

  async appendAll(entries: readonly JournalEntryInput[], db?: JournalWriter): Promise<void> {
    const timeMs = this.#clock.now();
    await this.#repository.insert(
      entries.map((entry) => ({ ...entry, timeMs })),
      db,
    );
  }

  /** One page, newest first, of what the caller may see. */
  async list(caller: Caller, filter: JournalFilter): Promise<JournalPage> {
    return this.#repository.list(filter, caller.visibility.everything ? undefined : caller);
  }
}
