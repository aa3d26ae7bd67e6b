/** More words than these say nothing more about what is looked for. */
const MOST_WORDS = 12;
const PLAIN = /^[!-~]+$/;

/** What somebody looks for: every word must occur, wherever it stands and whatever its case. */
export class Words {
  readonly #words: readonly string[];
  /** The mask in which every word is found. */
  readonly full: number;

  constructor(text: string) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
    this.full = 2 ** this.#words.length - 1;
  }

  /** A bit for each word that occurs in the text. */
  maskOf(text: string): number {
    return this.maskOfLower(text.toLowerCase());
  }

  /** The same of a text in small letters, for what is looked through at every key. */
  maskOfLower(lower: string): number {
    let mask = 0;
    for (const [bit, word] of this.#words.entries()) if (lower.includes(word)) mask |= 1 << bit;
    return mask;
  }

  /** Those of plain letters: of these every database knows the small ones. */
  get plain(): readonly string[] {
    return this.#words.filter((word) => PLAIN.test(word));
  }

  areInLower(lower: string): boolean {
    return this.maskOfLower(lower) === this.full;
  }

  areIn(...texts: readonly string[]): boolean {
    let mask = 0;
    for (const text of texts) mask |= this.maskOf(text);
    return mask === this.full;
  }
}
