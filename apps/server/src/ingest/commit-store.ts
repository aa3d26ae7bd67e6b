import type { Historian, PointBatch } from '@telltale/historian';
import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';
import type { Commit, CommitSink, CommittedMessage } from './commit.ts';

const RETRY_MS = 1_000;

/**
 * Writes commits to the history. A disk that is full or broken makes it wait and try again, with the acknowledgements
 * withheld; a message that the store refuses as such must not hold up the others.
 */
export class CommitStore implements CommitSink {
  readonly #historian: Pick<Historian, 'append'>;
  readonly #reserve: { readonly fault: string | undefined };
  readonly #log: Log;
  readonly #onRefused: (commit: Commit, message: CommittedMessage, error: unknown) => void;
  readonly #closing = new AbortController();
  #fault: string | undefined;

  constructor(
    historian: Pick<Historian, 'append'>,
    reserve: { readonly fault: string | undefined },
    log: Log,
    onRefused: (commit: Commit, message: CommittedMessage, error: unknown) => void,
  ) {
    this.#historian = historian;
    this.#reserve = reserve;
    this.#log = log;
    this.#onRefused = onRefused;
  }

  /** Why nothing can be stored now, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Ends waiting; what is not stored by now is not acknowledged. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Resolves once every point is on disk, or was refused as such.
   * @returns the messages that are stored
   * @throws Error when the portal closes before
   */
  async store(commit: Commit): Promise<readonly CommittedMessage[]> {
    for (;;) {
      try {
        await this.#append(commit.batch);
        return commit.messages;
      } catch (error) {
        if (isPoison(error)) return this.#storeOneByOne(commit);
        await this.#waitOut(error);
      }
    }
  }

  async #storeOneByOne(commit: Commit): Promise<CommittedMessage[]> {
    const stored: CommittedMessage[] = [];
    for (const message of commit.messages) if (await this.#isStored(commit, message)) stored.push(message);
    return stored;
  }

  async #isStored(commit: Commit, message: CommittedMessage): Promise<boolean> {
    for (;;) {
      try {
        await this.#append(commit.batchOf(message));
        return true;
      } catch (error) {
        if (isPoison(error)) {
          this.#onRefused(commit, message, error);
          return false;
        }
        await this.#waitOut(error);
      }
    }
  }

  async #append(batch: PointBatch): Promise<void> {
    if (this.#reserve.fault !== undefined) throw new Error(this.#reserve.fault);
    await this.#historian.append(batch);
    this.#recover();
  }

  async #waitOut(error: unknown): Promise<void> {
    const reason = `history cannot be written: ${error instanceof Error ? error.message : String(error)}`;
    if (this.#fault !== reason) this.#log.error({ err: error }, 'history cannot be written; acknowledgements wait');
    this.#fault = reason;
    await pause(RETRY_MS, this.#closing.signal);
    if (this.#closing.signal.aborted) throw new Error('the portal is closing');
  }

  #recover(): void {
    if (this.#fault === undefined) return;
    this.#log.info('history can be written again');
    this.#fault = undefined;
  }
}

/**
 * True for what the store says of the points themselves (a time or value out of range). Everything else is the
 * machine's fault, passes or is repaired, and is waited for: nothing acknowledged is ever dropped for it.
 */
function isPoison(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError;
}
