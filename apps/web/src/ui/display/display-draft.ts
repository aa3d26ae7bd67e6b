import { type ItemDisplay, itemDisplaySchema } from '@telltale/contract';
import type { DisplayDraft } from './DisplayFields.tsx';
import { readWords, wordsText } from './value-words.ts';

/** A description as a form holds it. */
export function draftOf({ words, ...others }: ItemDisplay): DisplayDraft {
  return { ...others, wordsText: wordsText(words) };
}

/** What a form says, or why that is no description: problems of the words stand with their field. */
export interface DraftReading {
  readonly display: ItemDisplay | undefined;
  readonly wordsProblem: string | undefined;
  readonly problem: string | undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  min: 'Min',
  max: 'Max',
  decimals: 'Decimals',
  lowLow: 'Low-low',
  low: 'Low',
  high: 'High',
  highHigh: 'High-high',
};

/** Reads a form, by the rules that the portal has. */
export function readDraft({ wordsText: typed, ...others }: DisplayDraft): DraftReading {
  const { words, problem: wordsProblem } = readWords(typed);
  if (wordsProblem !== undefined) return { display: undefined, wordsProblem, problem: undefined };
  const { data, error } = itemDisplaySchema.safeParse({ ...others, words });
  const issue = error?.issues[0];
  if (issue === undefined) return { display: data, wordsProblem: undefined, problem: undefined };
  const field = issue.path.map((step) => NAMES[String(step)]).findLast((name) => name !== undefined);
  const message = Object.entries(NAMES).reduce(
    (text, [key, name]) => text.replace(` ${key}`, ` ${name}`),
    issue.message,
  );
  return { display: undefined, wordsProblem: undefined, problem: `${field ?? 'The description'} ${message}.` };
}
