/** Who hears of something. */
export class Listeners<Word> {
  readonly #all = new Set<(word: Word) => void>();

  /** Answers a function that ends it. */
  add(listener: (word: Word) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(word: Word): void {
    for (const listener of this.#all) listener(word);
  }
}
