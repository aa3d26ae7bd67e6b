import type { Call } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { actorOf, type Journal } from '#journal/journal.ts';

/** The same call of the same user is written down at most this often: the journal is no means to fill the disk. */
const ONCE_PER_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Writes to the journal who tried what without the permission for it (guarantees I6). */
export class RefusalJournal {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #lastMs = new Map<string, number>();

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  async refused(caller: Caller, call: Call, address: string): Promise<void> {
    const what = `${call.method} ${call.path} refused`;
    const key = `${caller.userId} ${what}`;
    const now = this.#clock.now();
    if (now - (this.#lastMs.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_PER_MS) return;
    if (this.#lastMs.size >= MAX_REMEMBERED) this.#lastMs.clear();
    this.#lastMs.set(key, now);
    await this.#journal.append({ kind: 'refusal', what, by: actorOf(caller, address) });
  }
}
