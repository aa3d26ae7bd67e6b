import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of test data: TELLTALE_TEST_DATA, or `shared/data` beside the checkout. It is not part of the product. */
export function findTestData(): string | undefined {
  if (process.env.TELLTALE_TEST_DATA) return process.env.TELLTALE_TEST_DATA;
  let folder = import.meta.dirname;
  while (dirname(folder) !== folder) {
    const data = join(folder, 'shared/data');
    if (existsSync(join(data, 'skab/facts.json'))) return data;
    folder = dirname(folder);
  }
  return undefined;
}

/** Why tests on these files are skipped. */
export const NO_TEST_DATA = 'there is no test data: set TELLTALE_TEST_DATA to a folder with skab/ and 3w-wells/';

export interface ColumnFacts {
  n: number;
  empty: number;
  min?: number;
  max?: number;
  mean?: number;
  first?: number;
  last?: number;
  counts?: Record<string, number>;
}

export interface FileFacts {
  rows: number;
  firstTime: string;
  lastTime: string;
  gapsOver2s: { after: string; seconds: number }[];
  columns: Record<string, ColumnFacts>;
}

/** `facts.json` of a set of files. */
export function readFacts(folder: string): Record<string, FileFacts> {
  return JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'));
}
