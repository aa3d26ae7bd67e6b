import { expect, test } from 'vitest';
import { US_COUNTIES } from '../apps/web/src/features/jobs/regions/us-counties.ts';
import { countiesByState } from './us-counties.ts';

test('the table of counties is what the script makes of the boundaries', () => {
  expect(US_COUNTIES).toEqual(Object.fromEntries(countiesByState()));
});
