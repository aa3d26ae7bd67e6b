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
    if (!this.#lines.has(cause) && this.#lines.size >= 100) return;
    this.#lines.set(cause, text);
    this.#onFault(text);
  }

  clear(cause: string): void {
    this.#lines.delete(cause);
  }

  list(): string[] {
    return [...this.#lines.values()];
  }
}
