import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsWithin } from './contract-runs.ts';

const LIMIT_MS = 1500;
/** Nothing of it is smaller and passes: the search for a smaller one tries for hours. */
const longLists = fc.array(fc.integer(), { minLength: 3000, maxLength: 3000 });

it('tells in time what failed, however long a smaller example is looked for', { timeout: 20 * LIMIT_MS }, async () => {
  const fails = fc.asyncProperty(longLists, async () => {
    await setTimeout(50);
    throw new Error('not as the reference');
  });
  await expect(fc.assert(fails, runsWithin(LIMIT_MS))).rejects.toThrow(/^Property failed after 1 tests/);
});

it('takes runs that do not end for failed', { timeout: 20 * LIMIT_MS }, async () => {
  const hangs = fc.asyncProperty(fc.integer(), () => setTimeout(10 * LIMIT_MS));
  await expect(fc.assert(hangs, runsWithin(LIMIT_MS))).rejects.toThrow(/interrupt/i);
});
