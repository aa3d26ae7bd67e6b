import { PLAIN_DISPLAY } from '@telltale/contract';
import { describe, expect, test } from 'vitest';
import { aReading } from '#tile-kit/testing/tile-world.tsx';
import { EFFECT_MS, isReported, outcomeOf } from './control-state.ts';

const nowMs = Date.UTC(2026, 10, 20, 12);
const iso = (beforeMs: number) => new Date(nowMs - beforeMs).toISOString();
const told = (state: string, endedMs?: number, answer: string | null = null) => ({
  ...{ state, answer, created: iso(20_000), delivered: null, effect: null },
  ended: endedMs === undefined ? null : iso(endedMs),
});
const since = { timestamp: nowMs - 1_000 };
const before = { timestamp: nowMs - 30_000 };

describe('what became of a command', () => {
  test.each([
    ['nothing was asked for', undefined, undefined, 'none'],
    ['it waits for its device', told('queued'), false, 'pending'],
    ['it was handed over', told('sent'), false, 'pending'],
    ['it was delivered', told('delivered'), false, 'pending'],
    ['a second person must release it', told('awaiting release'), false, 'release'],
    ['no data item says what came of it', told('answered', 5_000), undefined, 'answered'],
    ['it was answered and the value is there', told('answered', 5_000), true, 'verified'],
    ['it was answered and the value may yet come', told('answered', 5_000), false, 'pending'],
    ['it was answered and the value did not come', told('answered', EFFECT_MS + 1), false, 'no effect'],
    ['the portal saw the value', told('verified', 5_000), false, 'verified'],
    ['the portal saw no effect', told('no effect', 5_000), true, 'no effect'],
    ['the device refused it', told('failed', 5_000), true, 'failed'],
    ['nobody released it', told('refused', 5_000), true, 'refused'],
    ['the device was never there', told('expired', 5_000), false, 'expired'],
    ['it is history', told('failed', 600_001), false, 'none'],
    ['the portal has a word for it that is not known', told('pondered'), false, 'pending'],
  ])('where %s', (_, command, hasArrived, phase) => {
    expect(outcomeOf(command, since, hasArrived, nowMs).phase).toBe(phase);
  });

  test('a value that was there before says nothing of a command that was not answered', () => {
    expect(outcomeOf(told('delivered'), before, true, nowMs).phase).toBe('pending');
    expect(outcomeOf(told('delivered'), since, true, nowMs).phase).toBe('verified');
  });

  test.each([
    [EFFECT_MS - 1, null, 'pending'],
    [EFFECT_MS + 1, null, 'answered'],
    [600_001, null, 'none'],
    [600_001, {}, 'pending'],
  ])('delivered %d ms ago and never answered, watched as %j, is %s', (beforeMs, effect, phase) => {
    const command = { ...told('delivered'), delivered: iso(beforeMs), effect: effect as never };
    expect(outcomeOf(command, before, undefined, nowMs).phase).toBe(phase);
  });

  test('the portal alone says what came of a command whose effect it watches', () => {
    const effect = { dataItemId: 5, label: 'Speed', within: 60, expected: 50, tolerance: 0, before: null, after: null };
    const watched = (state: string) => ({ ...told(state, 5_000), effect: effect as never });
    expect(outcomeOf(watched('answered'), since, true, nowMs).phase).toBe('pending');
    expect(outcomeOf(watched('delivered'), since, true, nowMs).phase).toBe('pending');
    expect(outcomeOf(watched('verified'), since, false, nowMs).phase).toBe('verified');
  });

  test.each([
    ['{"success":false,"message":"The pump is tripped."}', 'Failed: The pump is tripped.'],
    ['{"error":{"code":5}}', 'Failed: {"error":{"code":5}}'],
    ['{"error":""}', 'Failed: {"error":""}'],
    ['null', 'Failed: null'],
    ['busy', 'Failed: busy'],
  ])('a failure answered %s reads %s', (answer, words) => {
    expect(outcomeOf(told('failed', 1, answer), since, false, nowMs).words).toBe(words);
  });

  test('a failure tells what the device answered, as far as there is room', () => {
    expect(outcomeOf(told('failed', 1, '{"error":"locked"}'), since, false, nowMs).words).toBe('Failed: locked');
    expect(outcomeOf(told('failed', 1, 'x'.repeat(70_000)), since, false, nowMs).words.length).toBeLessThan(140);
  });
});

describe('a value is reported as it was asked for', () => {
  const text = (stringValue: string) => aReading({ isString: true, value: null, stringValue });
  const worded = { ...PLAIN_DISPLAY, words: [{ value: 1, word: 'Open' }] };
  test.each([
    [aReading({ value: 50 }), 50, 0, true],
    [aReading({ value: 50.4 }), 50, 0, false],
    [aReading({ value: 50.4 }), 50, 0.5, true],
    [aReading({ value: 0.1 + 0.2 }), 0.3, 0, true],
    [aReading({ value: null }), 50, 0, false],
    [aReading({ value: 1 }), true, 0, true],
    [aReading({ value: 0 }), true, 0, false],
    [text('True'), true, 0, true],
    [text('auto'), 'auto', 0, true],
    [text('5'), 5, 0, true],
    [aReading({ value: 1, display: worded }), 'Open', 0, true],
    [aReading({ value: 1 }), { speed: 1 }, 0, undefined],
    [aReading({ state: 'missing' }), 1, 0, undefined],
    [aReading({ state: 'waiting' }), 1, 0, undefined],
  ])('%#', (reading, asked, tolerance, expected) => {
    expect(isReported(reading, asked, tolerance)).toBe(expected);
  });
});
