import { describe, expect, it } from 'vitest';
import { wasConnected } from './connection-transitions.ts';

const PING = 60_000;
const online = (atMs: number) => ({ connected: true, atMs });
const offline = (atMs: number) => ({ connected: false, atMs });

describe('whether an asset was connected', () => {
  const cases: [string, Parameters<typeof wasConnected>, boolean][] = [
    ['never heard of', [[], 100_000, undefined, PING], false],
    ['no journal, a young value', [[], 100_000, 50_000, PING], true],
    ['no journal, an old value', [[], 100_000, 40_000, PING], false],
    ['it had come online', [[online(10)], 500_000, undefined, PING], true],
    ['it had gone offline', [[online(10), offline(400_000)], 500_000, 390_000, PING], false],
    ['it had left with a young value', [[offline(400_000)], 401_000, 399_999, PING], false],
    ['it was offline, and its buffer came later', [[offline(400_000)], 500_000, 480_000, PING], true],
    ['it comes online later', [[offline(10), online(600_000)], 500_000, undefined, PING], false],
  ];
  it.each(cases)('%s', (_name, input, expected) => expect(wasConnected(...input)).toBe(expected));
});
