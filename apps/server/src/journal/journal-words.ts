/** An entry is found by so many different words, and words by so many characters: more is a dashboard, or no word. */
const MOST_WORDS = 2_000;
const MOST_CHARACTERS = 64;

/** The words of a text as people search them: letters and digits, lower case, everything else apart. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => [...word].slice(0, MOST_CHARACTERS).join(''));
}

interface Searched {
  readonly what: string;
  readonly user: string;
  readonly address: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Every word by which an entry is found, once each: of what was done, by whom and from where, and of the values before and after. */
export function searchedWords({ what, user, address, before, after }: Searched): string[] {
  const found = new Set<string>();
  for (const text of textsOf([what, user, address, before, after])) {
    for (const word of wordsOf(text)) {
      found.add(word);
      if (found.size >= MOST_WORDS) return [...found];
    }
  }
  return [...found];
}

/** Texts, numbers and keys of a JSON value, however deep, without recursion. */
function* textsOf(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') yield next;
    else if (typeof next === 'number' || typeof next === 'boolean') yield String(next);
    else if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (typeof next === 'object' && next !== null) {
      for (const [key, one] of Object.entries(next).toReversed()) waiting.push(one, key);
    }
  }
}
