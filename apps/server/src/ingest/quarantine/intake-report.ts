import type { SetAside } from '../incoming.ts';

/** What became of one message, for a sender that is told in its answer. */
export class IntakeReport {
  #taken = 0;
  #first: SetAside | undefined;

  took(count: number): void {
    this.#taken += count;
  }

  setAside(things: readonly SetAside[]): void {
    this.#first ??= things[0];
  }

  get hasTaken(): boolean {
    return this.#taken > 0;
  }

  /** Why nothing of the message was stored; undefined when something was, or there was nothing in it. */
  get refusal(): string | undefined {
    if (this.#taken > 0 || this.#first === undefined) return undefined;
    const { label, reason } = this.#first;
    return label === null ? reason : `${reason} (${label.slice(0, 100)})`;
  }
}
