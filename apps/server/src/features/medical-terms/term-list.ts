import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { medicalTerms } from '@telltale/contract';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { nameKey } from '#names.ts';

const FILE = 'medical-terms.json';

const terms = z.array(z.string().trim().min(1).max(200)).max(50_000);
const termListSchema = z.object({ conditions: terms, drugs: terms });
type TermTexts = z.infer<typeof termListSchema>;

const NONE: TermTexts = { conditions: [], drugs: [] };

/** Names of conditions and drugs that come with the portal, or are the operator's own. */
export class TermList {
  readonly #terms: Readonly<Record<medicalTerms.MedicalTermKind, readonly { term: string; key: string }[]>>;

  constructor({ conditions, drugs }: TermTexts) {
    const keyed = (texts: readonly string[]) => texts.map((term) => ({ term, key: nameKey(term) }));
    this.#terms = { conditions: keyed(conditions), drugs: keyed(drugs) };
  }

  /** Those that hold every word of the text as the beginning of a word; what begins with the text comes first. */
  find(kind: medicalTerms.MedicalTermKind, text: string): string[] {
    const typed = nameKey(text);
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    const found = this.#terms[kind].filter(({ key }) => {
      const known = wordsOf(key);
      return words.every((word) => known.some((one) => one.startsWith(word)));
    });
    const first = found.filter(({ key }) => key.startsWith(typed));
    const others = found.filter(({ key }) => !key.startsWith(typed));
    return [...first, ...others].slice(0, medicalTerms.MAX_TERMS).map(({ term }) => term);
  }
}

const wordsOf = (key: string): string[] => key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * The list of the first folder that has one. One that is written wrongly is named in the log and stands for none: what is
 * only suggested must not keep a portal from starting.
 */
export async function readTermList(folders: readonly string[], log: Log): Promise<TermList> {
  for (const folder of folders) {
    const path = join(folder, FILE);
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return new TermList(parse(text, path, log));
  }
  return new TermList(NONE);
}

function parse(text: string, path: string, log: Log): TermTexts {
  try {
    return termListSchema.parse(JSON.parse(text));
  } catch (err) {
    log.error({ err, path }, `the configuration file ${FILE} is written wrongly; nothing is suggested from it`);
    return NONE;
  }
}
