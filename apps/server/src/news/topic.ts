/**
 * One kind of news: whoever changes something tells of it once it has committed, and every part that keeps some of it in
 * memory listens. Who tells hears it as everybody does.
 */
export class Topic<News> {
  /** By which other nodes know it; '': it is told to nobody else. */
  readonly name: string;
  readonly #listeners = new Set<(news: News) => unknown>();

  constructor(name = '') {
    this.name = name;
  }

  /** Answers a function that ends the subscription. */
  subscribe(listener: (news: News) => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Tells everybody at once, in the order in which they came; one that fails keeps it from nobody. Resolves when all that
   * they began has ended, or rejects with what failed first.
   */
  publish(news: News): Promise<void> {
    const begun: Promise<unknown>[] = [];
    for (const listener of this.#listeners) {
      try {
        const result = listener(news);
        if (result instanceof Promise) begun.push(result);
      } catch (error) {
        begun.push(Promise.reject(error));
      }
    }
    return begun.length === 0 ? NOTHING_BEGUN : Promise.all(begun).then(() => undefined);
  }
}

const NOTHING_BEGUN: Promise<void> = Promise.resolve();
