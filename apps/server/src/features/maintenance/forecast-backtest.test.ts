import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backtest, sumOf } from '@telltale/domain/field/parts/testing/backtest.ts';
import { expect, test } from 'vitest';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';

const data = findTestData();
if (!data) console.warn(`no recorded counter is gone through: ${NO_TEST_DATA}`);

/** Barrels a day of twelve disposal wells: they run steadily, are throttled, stand still and start again. */
function recordedDays(folder: string): number[][] {
  const file = readFileSync(join(folder, 'injection-wells/daily_injection.csv'), 'utf8');
  const wells = new Map<string, number[]>();
  for (const line of file.split('\n').slice(1).filter(Boolean)) {
    const cells = [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', ''));
    const [well = '', , , , , , , barrels] = cells;
    wells.set(well, [...(wells.get(well) ?? []), Number(barrels)]);
  }
  return [...wells.values()];
}

test.skipIf(!data)('a forecast is within its band in nine of ten cases, a week ahead on recorded counters', () => {
  const wells = recordedDays(data ?? '');
  expect(wells).toHaveLength(12);
  const { made, kept } = sumOf(wells.map(backtest));
  expect(made).toBeGreaterThan(700);
  expect(kept / made).toBeGreaterThanOrEqual(0.9);
});
