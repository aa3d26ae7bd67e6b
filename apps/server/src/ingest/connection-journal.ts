import type { Log } from '#config/log.ts';
import type { Journal } from '#journal/journal.ts';
import type { ConnectionChange } from './connections.ts';

const FLUSH_EVERY_MS = 1_000;
/** When everything comes back at once, the journal is written in portions and the devices do not wait for it. */
const ENTRIES_PER_FLUSH = 500;
const MAX_WAITING = 100_000;

/** Going offline and coming back are events (spec 3 §7): each is an entry in the journal. */
export class ConnectionJournal {
  readonly #journal: Journal;
  readonly #log: Log;
  #waiting: ConnectionChange[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(journal: Journal, log: Log) {
    this.#journal = journal;
    this.#log = log;
  }

  note(change: ConnectionChange): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(change);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    while (this.#waiting.length > 0) await this.#write();
  }

  #flush(): void {
    this.#writing = this.#write().finally(() => {
      this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#flush(), FLUSH_EVERY_MS).unref() : undefined;
    });
  }

  async #write(): Promise<void> {
    const changes = this.#waiting.splice(0, ENTRIES_PER_FLUSH);
    try {
      await this.#journal.appendAll(
        changes.map(({ assetId, connected, atMs }) => ({
          kind: 'connection',
          assetId,
          what: connected ? 'came online' : 'went offline',
          after: { connected, at: new Date(atMs).toISOString() },
          by: { name: 'telltale' },
        })),
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of connection could not be written to the journal');
    }
  }
}
