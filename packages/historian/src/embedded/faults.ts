/** Causes that keep points from being stored; every other one is about points that were stored before. */
const BLOCKING: ReadonlySet<string> = new Set(['log', 'chunks']);

const MOST_LINES = 100;

/** What is wrong with the store now, one line per cause; told to the owner when it begins. */
export class Faults {
  readonly #lines = new Map<string, string>();
  readonly #onFault: (text: string) => void;

  constructor(onFault: (text: string) => void) {
    this.#onFault = onFault;
  }

  /** Notes a fault under its cause; the same text again is not told twice. */
  raise(cause: string, text: string): void {
    if (this.#lines.get(cause) === text) return;
    // A damaged disk may have thousands of bad blocks: the first hundred say enough.
    if (!BLOCKING.has(cause) && !this.#lines.has(cause) && this.#lines.size >= MOST_LINES) return;
    this.#lines.set(cause, text);
    this.#onFault(text);
  }

  /** Tells of something that is over already. */
  tell(text: string): void {
    this.#onFault(text);
  }

  clear(cause: string): void {
    this.#lines.delete(cause);
  }

  /** What keeps points from being stored. */
  blocking(): string[] {
    return this.#list(true);
  }

  /** What was found damaged. */
  damage(): string[] {
    return this.#list(false);
  }

  #list(isBlocking: boolean): string[] {
    return [...this.#lines].filter(([cause]) => BLOCKING.has(cause) === isBlocking).map(([, text]) => text);
  }
}
