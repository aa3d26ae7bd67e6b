import { afterAll, beforeAll } from 'vitest';
import { Chdb } from './chdb.ts';

interface BothEngines {
  one: Chdb;
  /** The only server of a cluster. */
  cluster: Chdb;
}

/** Engines that are there while the tests of a file run. */
export function bothEngines(): BothEngines {
  const engines = {} as BothEngines;
  beforeAll(async () => {
    engines.one = await Chdb.start();
    engines.cluster = await Chdb.start({ cluster: 'plant' });
  });
  afterAll(async () => {
    await engines.one?.close();
    await engines.cluster?.close();
  });
  return engines;
}
