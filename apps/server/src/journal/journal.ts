import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import { databaseFaultOf } from '#db/database-faults.ts';
import type { Caller } from '#http/caller.ts';
import type { JournalFilter } from './journal-filter.ts';
import type {
  JournalCursor,
  JournalPage,
  JournalRecord,
  JournalRepository,
  JournalWindow,
  JournalWriter,
} from './journal-repository.ts';

/** Who did something: a user, or a device or the portal itself by name. */
export interface Actor {
  name: string;
  userId?: number;
  adminId?: number;
  /** Where from: the address of the peer. */
  address?: string;
}

export const portalActor: Actor = { name: 'telltale' };

/** A caller as the journal names it; who views as another user goes by their own name. */
export function actorOf(from: Caller, address = from.address): Actor {
  const caller = from.view?.by ?? from;
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
  /** When it was done, if not now. */
  timeMs?: number;
}

type TimedEntry = JournalEntryInput & { timeMs: number };

const ROWS_PER_READ = 1_000;

/** Edits, and imports, that are told of one data item. */
const MOST_OF_HISTORY = 50;

/** Entries that wait for room on the disk; more than these are in the log alone. */
const MAX_WAITING = 1_000;

/** The append-only record of who did what, when and from where (spec 3 §6, guarantees I6). */
export class Journal {
  readonly #repository: JournalRepository;
  readonly #clock: Clock;
  readonly #onWaiting: (entries: readonly JournalEntryInput[]) => void;
  readonly #listeners: ((entries: readonly JournalEntryInput[]) => void)[] = [];
  #waiting: TimedEntry[] = [];

  /** @param onWaiting hears of entries for which the disk has no room, to write them down elsewhere */
  constructor(
    repository: JournalRepository,
    clock: Clock,
    onWaiting: (entries: readonly JournalEntryInput[]) => void = () => undefined,
  ) {
    this.#repository = repository;
    this.#clock = clock;
    this.#onWaiting = onWaiting;
  }

  /** Who hears of entries once they are kept; not of those in a transaction that is no unit of work. */
  onKept(listener: (entries: readonly JournalEntryInput[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells of entries whose transaction has committed. */
  kept(entries: readonly JournalEntryInput[]): void {
    if (entries.length > 0) for (const listener of this.#listeners) listener(entries);
  }

  /**
   * Writes one entry.
   * @param db the transaction that makes the change, so that both are kept or neither
   */
  async append(entry: JournalEntryInput, db?: JournalWriter): Promise<void> {
    await this.appendAll([entry], db);
  }

  /**
   * Writes entries. One that is part of a transaction fails with it; one that tells what happened anyway (a login, a
   * refusal) waits in memory while the disk is full, so that people can log in and make room.
   */
  async appendAll(entries: readonly JournalEntryInput[], db?: JournalWriter): Promise<void> {
    const timeMs = this.#clock.now();
    const timed = entries.map((entry) => ({ timeMs, ...entry }));
    if (db) return this.#repository.insert(timed, db);
    const earlier = this.#waiting;
    this.#waiting = [];
    try {
      await this.#repository.insert([...earlier, ...timed]);
      this.kept([...earlier, ...timed]);
    } catch (error) {
      const isFull = databaseFaultOf(error) === 'full';
      this.#waiting = [...earlier, ...(isFull ? timed : []), ...this.#waiting].slice(0, MAX_WAITING);
      if (!isFull) throw error;
      this.#onWaiting(entries);
    }
  }

  /** Writes what waits for room on the disk, if there is room. */
  async writeWaiting(): Promise<void> {
    if (this.#waiting.length > 0) await this.appendAll([]);
  }

  /** One page, newest first, of what the caller may see. */
  async list(caller: Caller, query: JournalFilter & JournalWindow): Promise<JournalPage> {
    return this.#repository.list(query, query, unitOf(caller));
  }

  /** Edits of one data item of an asset, and what was imported into the asset, newest first; some of each. */
  async historyOf(assetId: AssetId, dataItemId: number): Promise<JournalRecord[]> {
    const found = [];
    for (const whatBegins of [
      `data item ${dataItemId} edited`,
      `data item ${dataItemId} recalculated`,
      'imported',
      'began to import',
    ]) {
      const filter = { assetId, kind: 'history', whatBegins };
      found.push(
        ...(await this.#repository.listEntries(filter, { limit: MOST_OF_HISTORY, offset: 0 }, undefined)).entries,
      );
    }
    return found.sort((a, b) => b.timeMs - a.timeMs);
  }

  /** Everything that a filter leaves, newest first, a few rows in memory at a time. */
  async *read(caller: Caller, filter: JournalFilter): AsyncGenerator<readonly JournalRecord[]> {
    let cursor: JournalCursor | undefined;
    do {
      const page = await this.#repository.listEntries(
        filter,
        { limit: ROWS_PER_READ, offset: 0, cursor },
        unitOf(caller),
      );
      if (page.entries.length > 0) yield page.entries;
      cursor = page.next;
    } while (cursor);
  }

  async listKinds(): Promise<string[]> {
    return this.#repository.listKinds();
  }
}

/** Whose administrator the caller is; undefined: everybody's. */
function unitOf(caller: Caller) {
  return caller.visibility.everything ? undefined : caller.adminId;
}
