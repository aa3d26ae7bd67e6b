import type { TableRow } from '../../ingest/csv/csv-table.ts';

/** A row, and when it is to be sent. */
export interface DueRow {
  row: TableRow;
  dueMs: number;
}

/** After the last row the first one follows, in a loop, as if it came one second later. */
const LOOP_STEP_MS = 1_000;

/** Says when each row of a recording is due, so that it is played at its own pace times a speed. */
export class Pace {
  readonly #speed: number;
  #startMs: number;
  #firstMs: number | undefined;
  #lastDueMs: number;

  constructor(startMs: number, speed: number) {
    this.#startMs = startMs;
    this.#speed = speed;
    this.#lastDueMs = startMs;
  }

  /** Rows that go back in time are due at once: order is the file's. */
  due(timeMs: number): number {
    this.#firstMs ??= timeMs;
    const dueMs = this.#startMs + (timeMs - this.#firstMs) / this.#speed;
    this.#lastDueMs = Math.max(this.#lastDueMs, dueMs);
    return dueMs;
  }

  /** The recording begins again. */
  again(): void {
    this.#startMs = this.#lastDueMs + LOOP_STEP_MS / this.#speed;
    this.#firstMs = undefined;
  }
}
