import type { Flank } from './delayed-condition.ts';

/** When an alarm was raised, and until when. */
export interface RaisedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Makes spans of the changes of a condition, cut off at the ends of the time that is asked for. */
export class RaisedSpans {
  readonly #fromMs: number;
  readonly #onSpan: (span: RaisedSpan) => void;
  #sinceMs: number | undefined;

  constructor(fromMs: number, onSpan: (span: RaisedSpan) => void) {
    this.#fromMs = fromMs;
    this.#onSpan = onSpan;
  }

  add({ active, atMs }: Flank): void {
    if (active) this.#sinceMs = Math.max(atMs, this.#fromMs);
    else if (atMs > this.#fromMs) this.end(atMs);
    else this.#sinceMs = undefined;
  }

  /** What goes on ends. */
  end(atMs: number): void {
    if (this.#sinceMs === undefined) return;
    this.#onSpan({ fromMs: this.#sinceMs, toMs: atMs });
    this.#sinceMs = undefined;
  }
}
