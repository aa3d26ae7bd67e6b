import type { AgreedOrder, WriteOrder } from '@telltale/historian';

/** In place of the stream that gives nodes the order of their writes. */
export class OrderInMemory implements WriteOrder {
  #agreed: AgreedOrder | undefined;
  /** Answers with it in place of a place. */
  refusal: Error | null = null;

  async agree(choose: (agreed: AgreedOrder | undefined) => number): Promise<number> {
    this.#agreed = { base: choose(this.#agreed), last: this.#agreed?.last ?? 0 };
    return this.#agreed.base;
  }

  async take(): Promise<number> {
    if (this.refusal) throw this.refusal;
    return this.next();
  }

  /** As a message that a device sends takes one. */
  next(): number {
    if (!this.#agreed) throw new Error('nobody has agreed on the first place');
    return ++this.#agreed.last;
  }
}
