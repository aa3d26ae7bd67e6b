import type { EpochMs } from '@telltale/contract';
import type { ValueColumn } from '@telltale/domain/alarms/limit-trial.ts';
import type { SeriesKey } from '@telltale/historian/port.ts';
import type { Clock } from '#clock.ts';

export interface ColumnSpan {
  readonly key: SeriesKey;
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** A month at once a second; more is read anew each time. */
const MOST_VALUES = 3_000_000;
/** Values that are not asked for any more for so long are let go. */
const KEPT_MS = 20_000;
const MOST_ASKED = 8;

/**
 * The values that somebody drags a limit over: asked for again and again with another rule. The first time nothing is kept, the second
 * time the values are, as long as they are asked for, one series at a time.
 */
export class RecentColumns {
  readonly #clock: Clock;
  #asked: string[] = [];
  #kept: { name: string; column: Promise<ValueColumn> } | undefined;
  #askedMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The values of a span that is asked for again; undefined for the first time, and where there are too many. */
  async whole(span: ColumnSpan, read: () => Promise<ValueColumn>): Promise<ValueColumn | undefined> {
    const name = `${span.key} ${span.fromMs} ${span.toMs}`;
    const isAgain = this.#asked.includes(name);
    this.#asked = [name, ...this.#asked.filter((one) => one !== name)].slice(0, MOST_ASKED);
    if (!isAgain) return undefined;
    if (this.#kept?.name !== name) {
      const kept = { name, column: read() };
      this.#kept = kept;
      // Who waits for it hears of it; whoever asks next reads anew.
      kept.column.catch(() => this.#forget(kept));
    }
    const { column } = this.#kept;
    this.#stay();
    const found = await column;
    if (found.timesMs.length <= MOST_VALUES) return found;
    this.#kept = undefined;
    return undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#kept = undefined;
  }

  #stay(): void {
    this.#askedMs = this.#clock.now();
    this.#timer ??= setTimeout(() => this.#look(), KEPT_MS).unref();
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#clock.now() - this.#askedMs < KEPT_MS) this.#timer = setTimeout(() => this.#look(), KEPT_MS).unref();
    else this.#kept = undefined;
  }

  #forget(kept: object): void {
    if (this.#kept === kept) this.#kept = undefined;
  }
}
