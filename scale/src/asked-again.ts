import { setTimeout as delay } from 'node:timers/promises';
import type { Columns, Historian } from '@telltale/historian';
import { expect } from 'vitest';

/** About as long as the points of a chart of these tests take to be read. */
const READING_MS = 25;

/**
 * Makes a history be asked for each chart three times, by tests that write nothing meanwhile: the first answer is the
 * server's, the others are mostly made of what is held by then. They must be the same.
 */
export function askedAgain(historian: Historian): Historian {
  const readColumns = historian.readColumns.bind(historian);
  historian.readColumns = async (query) => {
    const first = await readColumns(query);
    for (const waitMs of [READING_MS, 0]) {
      await delay(waitMs);
      const again: Columns = await readColumns(query);
      expect(again).toEqual(first);
    }
    return first;
  };
  return historian;
}
