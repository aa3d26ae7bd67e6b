import type { EpochMs } from '@telltale/contract';

/** Where time comes from; passed in, so that tests can move it. */
export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => Date.now() };
