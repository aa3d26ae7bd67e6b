import type { Historian } from '@telltale/historian';
import { type WriteOptions, writePages } from '#table-files/write-pages.ts';
import { exportPages } from './reading/export-pages.ts';

export type RunOptions = Omit<WriteOptions, 'pages'> & { historian: Historian };

/**
 * Makes one export of history.
 * @returns how many strings were left out, for which a column of numbers has no place
 */
export function runExport({ historian, ...options }: RunOptions): Promise<{ leftOut: number }> {
  const { plan } = options;
  return writePages({ ...options, pages: (signal) => exportPages(historian, plan, signal) });
}
