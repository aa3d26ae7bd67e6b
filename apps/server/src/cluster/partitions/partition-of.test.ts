import type { AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import { PARTITIONS, partitionOf } from './partition-of.ts';

const of = (assetId: number) => partitionOf(assetId as AssetId);

it('puts assets where they have always been', () => {
  expect([1, 2, 3, 1_000, 123_456, 2 ** 29 - 1].map(of)).toMatchInlineSnapshot(`
    [
      55,
      6,
      39,
      24,
      11,
      4,
    ]
  `);
});

it('spreads assets that were made one after the other', () => {
  const counts = new Array<number>(PARTITIONS).fill(0);
  for (let assetId = 1; assetId <= 64_000; assetId++) counts[of(assetId)] = (counts[of(assetId)] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(850);
  expect(Math.max(...counts)).toBeLessThan(1_150);
});
