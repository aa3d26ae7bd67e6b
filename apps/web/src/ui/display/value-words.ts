import { MOST_VALUE_WORDS, type ValueWord } from '@telltale/contract';

/** Words of values as people type them: a line for each, `0 = Closed`. */
export function wordsText(words: readonly ValueWord[]): string {
  return words.map(({ value, word }) => `${value} = ${word}`).join('\n');
}

/** What was typed; a problem names the first line that cannot be read. Empty lines are passed over. */
export function readWords(text: string): { words: ValueWord[]; problem: string | undefined } {
  const words: ValueWord[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const refuse = (why: string) => ({ words: [], problem: `Line ${index + 1}: ${why}` });
    const at = line.indexOf('=');
    const value = at < 0 || line.slice(0, at).trim() === '' ? Number.NaN : Number(line.slice(0, at));
    const word = line.slice(at + 1).trim();
    if (!Number.isFinite(value) || word === '') return refuse('write a number, = and its word.');
    if (word.length > 64) return refuse('a word has at most 64 characters.');
    if (words.some((known) => known.value === value)) return refuse(`${value} has a word already.`);
    words.push({ value, word });
  }
  const isTooMany = words.length > MOST_VALUE_WORDS;
  return isTooMany
    ? { words: [], problem: `At most ${MOST_VALUE_WORDS} values have words.` }
    : { words, problem: undefined };
}
