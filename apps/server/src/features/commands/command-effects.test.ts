import type { AssetId, DataItemId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { CommandEffects, isAsExpected, type SeenValue } from './command-effects.ts';
import type { Effect, RecordedValue } from './command-record.ts';

const assetId = 1 as AssetId;
const dataItemId = 2 as DataItemId;
const effect = (more: Partial<Effect> = {}): Effect => ({
  dataItemId,
  label: 'Flow',
  withinSeconds: 60,
  expected: null,
  tolerance: 0,
  ...more,
});
const value = (timeMs: number, of: number | string, quality = 192): SeenValue => ({
  dataItemId,
  timeMs,
  value: of,
  quality,
});

function watching(wanted: Effect, before?: RecordedValue) {
  const verified: RecordedValue[] = [];
  const effects = new CommandEffects((_watch, after) => verified.push(after));
  effects.watch({ commandId: 7, assetId }, wanted, before);
  const tell = (seen: SeenValue) => effects.sinkFor(assetId)?.current(seen);
  return { effects, verified, tell };
}

describe('what a command should do', () => {
  it.each([
    ['exactly', 50, 0, 50, true],
    ['within the tolerance', 50, 0.5, 50.4, true],
    ['beyond it', 50, 0.5, 50.6, false],
    ['as a 32-bit float has it', 0.1, 0, Math.fround(0.1), true],
    ['a text', 'auto', 0, 'auto', true],
    ['another text', 'auto', 0, 'Auto', false],
    ['a text for a number', 5, 0, '5', false],
    ['no number', 5, 0, null, false],
  ])('is done when the value is %s', (_, expected, tolerance, seen, is) => {
    expect(isAsExpected({ expected, tolerance }, undefined, seen)).toBe(is);
  });

  it.each([
    ['moved', 1, 2, 0, true],
    ['stayed', 1, 1, 0, false],
    ['moved less than counts', 1, 1.05, 0.1, false],
    ['is another text', 'off', 'on', 0, true],
  ])('without an expectation is done when it %s', (_, before, seen, tolerance, is) => {
    expect(isAsExpected({ expected: null, tolerance }, { value: before }, seen)).toBe(is);
  });

  it('is seen once, in the value that is as expected', () => {
    const { verified, tell, effects } = watching(effect({ expected: 5 }), { value: 1, timeMs: 10 });
    tell(value(20, 3));
    tell(value(30, 5));
    tell(value(40, 5));
    expect(verified).toEqual([{ value: 5, timeMs: 30 }]);
    expect(effects.sinkFor(assetId)).toBeUndefined();
  });

  it('is not seen in bad values, in those from before, nor in other data items', () => {
    const { verified, tell } = watching(effect({ expected: 5 }), { value: 1, timeMs: 10 });
    tell(value(20, 5, 0));
    tell(value(10, 5));
    tell(value(9, 5));
    tell({ ...value(20, 5), dataItemId: 3 as DataItemId });
    tell(value(20, Number.NaN));
    expect(verified).toEqual([]);
  });

  it('has had its time from its delivery on, and tells the last value that came', () => {
    const { tell, effects } = watching(effect({ expected: 5 }), undefined);
    expect(effects.takeDue(1e15)).toEqual([]);
    effects.delivered(assetId, 7, 1_000);
    tell(value(20, 4));
    expect(effects.takeDue(60_999)).toEqual([]);
    expect(effects.takeDue(61_000)).toEqual([{ assetId, commandId: 7, last: { value: 4, timeMs: 20 } }]);
    expect(effects.takeDue(61_000)).toEqual([]);
  });
});
