import { medicalTerms } from '@telltale/contract';
import { z } from 'zod';

const MAX_LENGTH = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it takes out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** As the Clinical Table Search Service of the US National Library of Medicine answers: the names stand in the fourth place. */
const tableSchema = z.tuple([z.number(), z.unknown(), z.unknown(), z.array(z.array(z.string()).min(1))], z.unknown());
const answerSchema = z.union([z.array(z.string()), tableSchema]);

/**
 * The names in the answer of a lookup service: a list of texts, or a table with the name first in each row.
 * @throws Error when it is neither
 */
export function termsOfAnswer(text: string): string[] {
  const answer = answerSchema.parse(JSON.parse(text));
  const names = isTexts(answer) ? answer : answer[3].map(([name = '']) => name);
  const plain = names.map((name) => name.replace(CONTROL, ' ').trim()).filter((name) => name !== '');
  return [...new Set(plain)].filter((name) => name.length <= MAX_LENGTH).slice(0, medicalTerms.MAX_TERMS);
}

function isTexts(answer: z.infer<typeof answerSchema>): answer is string[] {
  return answer.every((one) => typeof one === 'string');
}
