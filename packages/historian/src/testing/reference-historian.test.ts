import { describe } from 'vitest';
import type { Historian } from '../port.ts';
import { describeReading } from './contract-reading.ts';
import { ReferenceHistorian } from './reference-historian.ts';

describe('the reference', () => {
  const same = async (historian: Historian): Promise<Historian> => historian;
  describeReading(() => ({
    open: async () => new ReferenceHistorian(),
    crash: same,
    reopen: same,
    cleanUp: async () => undefined,
  }));
});
