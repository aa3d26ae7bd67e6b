const RANKS = 4;

/**
 * Entries with the text in which they are looked for, ready for a search at every keystroke: lower case is made once, and
 * a search goes through all of them by `includes`, the fastest that engines have for texts this short.
 */
export class TextIndex<Entry> {
  readonly #entries: Entry[] = [];
  readonly #texts: string[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** @param more other words that find the entry; what it is called counts first */
  add(entry: Entry, name: string, more: string): void {
    this.#entries.push(entry);
    this.#texts.push(`${name}\n${more}`.toLowerCase());
  }

  /**
   * Those in which every word occurs: first what begins with the first word, then where a word of it does, then what has
   * it inside, in the order in which they were added.
   * @param words lower case
   */
  search(words: readonly string[], most: number): Entry[] {
    const [first] = words;
    if (first === undefined) return [];
    const ranks: number[][] = Array.from({ length: RANKS }, () => []);
    for (let at = 0; at < this.#texts.length; at++) {
      const text = this.#texts[at] as string;
      if (!hasAll(text, words)) continue;
      const rank = ranks[rankOf(text, first)] as number[];
      if (rank.length < most) rank.push(at);
      if (ranks[0]?.length === most) break;
    }
    return ranks
      .flat()
      .slice(0, most)
      .map((at) => this.#entries[at] as Entry);
  }
}

function hasAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

function rankOf(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 0;
  const end = text.indexOf('\n');
  if (at > end) return 3;
  return text.includes(` ${word}`) ? 1 : 2;
}
