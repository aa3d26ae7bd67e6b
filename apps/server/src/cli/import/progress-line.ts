/** The part of a terminal that a progress line needs. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

/** One line at the bottom of a terminal that is written over; nothing where the output is no terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(text: string): void {
    if (!this.#terminal.isTTY) return;
    this.#terminal.write(`${CLEAR_LINE}${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write(CLEAR_LINE);
  }
}

/** `[#######-----------------]  29 %` */
export function bar(done: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, done)) * BAR_WIDTH);
  const percent = String(Math.floor(done * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${percent} %`;
}
