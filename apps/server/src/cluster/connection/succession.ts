/**
 * Whether anything is missing of what other nodes tell over core NATS, which may lose it. Each node numbers what it says,
 * from 1 in each of its runs, and repeats the last number from time to time.
 */
export class Succession {
  readonly #own: string;
  readonly #last = new Map<string, number>();

  /** @param own of this run, which hears itself, too */
  constructor(own: string) {
    this.#own = own;
  }

  /**
   * @param isMore false: the number is repeated, with nothing new
   * @returns 'gap' when something before it was not heard
   */
  hear(run: string, number: number, isMore: boolean): 'own' | 'next' | 'gap' {
    if (run === this.#own) return 'own';
    const last = this.#last.get(run) ?? 0;
    this.#last.set(run, number);
    return number === last + (isMore ? 1 : 0) ? 'next' : 'gap';
  }

  /** The node has left. */
  forget(run: string): void {
    this.#last.delete(run);
  }
}
