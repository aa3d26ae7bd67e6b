import { describe, expect, test } from 'vitest';
import { readingOf, readMeta, writeMeta } from './part-meta.ts';
import { PartSchedule } from './part-schedule.ts';

const PART = 'Pod 2 - Valve Top';
const HOURS = { counter: 'Pump Hours', counterPath: 'Pump Hours' };

describe('the attribute maintenance-schedule', () => {
  test.each([
    [undefined],
    [''],
    ['  '],
    ['{}'],
    ['{"Pod 1 - Valve Top": {"counterPath": "Engine Hours", "interval": 10}}'],
  ])('that says nothing of a part (%j) leaves it the defaults', (text) => {
    const schedule = new PartSchedule(text);
    expect(schedule.fault).toBeUndefined();
    expect(schedule.planOf(PART)).toEqual({
      counter: 'Pump Hours',
      interval: 300,
      isNamed: false,
      fault: undefined,
    });
  });

  test.each([
    [{ counterPath: 'Stroke Counts', interval: 2_000_000 }, 'Stroke Counts', 2_000_000],
    [{ counterPath: ' Engine Hours ' }, 'Engine Hours', 300],
    [{ interval: '250' }, 'Pump Hours', 250],
    [{ counterPath: null, interval: null }, 'Pump Hours', 300],
    [{}, 'Pump Hours', 300],
  ])('with %j of a part has it at %s and %d', (plan, counter, interval) => {
    const schedule = new PartSchedule(JSON.stringify({ 'POD 2 - valve top ': plan }));
    expect(schedule.planOf(PART)).toEqual({ counter, interval, isNamed: true, fault: undefined });
  });

  test.each([
    ['not JSON', 'The attribute maintenance-schedule must be JSON.'],
    [
      `${'['.repeat(70)}${']'.repeat(70)}`,
      'The attribute maintenance-schedule must not be nested deeper than 64 levels.',
    ],
    ['[1]', 'The attribute maintenance-schedule must name event definitions, each with counterPath and interval.'],
    ['7', 'The attribute maintenance-schedule must name event definitions, each with counterPath and interval.'],
  ])('%j says what is wrong, and every part has the defaults', (text, fault) => {
    const schedule = new PartSchedule(text);
    expect(schedule.fault).toBe(fault);
    expect(schedule.planOf(PART)).toMatchObject({ counter: 'Pump Hours', interval: 300 });
  });

  test.each([
    [{ counterPath: '' }, /names no counter/],
    [{ counterPath: 7 }, /names no counter/],
    [{ counterPath: {} }, /names no counter/],
    [{ interval: 0 }, /interval .* above 0/],
    [{ interval: -3 }, /interval .* above 0/],
    [{ interval: 'often' }, /interval .* above 0/],
    [{ interval: '' }, /interval .* above 0/],
    ['Pump Hours', /neither counterPath nor interval/],
    [null, /neither counterPath nor interval/],
  ])('with %j of a part says so of that part', (plan, fault) => {
    expect(new PartSchedule(JSON.stringify({ [PART]: plan })).planOf(PART).fault).toMatch(fault);
  });

  test('with names of the language is only text (guarantees G5)', () => {
    const schedule = new PartSchedule('{"__proto__": {"interval": 1}, "constructor": {"interval": 2}}');
    expect(schedule.planOf(PART).interval).toBe(300);
    expect(schedule.planOf('constructor').interval).toBe(2);
    const polluted = new PartSchedule(`{"${PART}": {"__proto__": {"interval": 1}}}`);
    expect(polluted.planOf(PART).interval).toBe(300);
    expect(({} as { interval?: number }).interval).toBeUndefined();
  });
});

describe('the meta of a record', () => {
  test.each([
    ['{"Pump Hours": 212, "details": {"selection": "VT-1"}}', 212, 'VT-1'],
    ['{"state": {"pump hours": 212}, "details": {"selection": 7}}', 212, ''],
    ['{"state": {"Pump Hours": 1}, "Pump Hours": 2}', 2, ''],
    ['{"Pump Hours": "212"}', undefined, ''],
    ['', undefined, ''],
    ['"text"', undefined, ''],
    ['no JSON', undefined, ''],
    ['[1, 2]', undefined, ''],
    ['{"details": null}', undefined, ''],
  ])('%j is read', (text, hours, partNumber) => {
    const meta = readMeta(text);
    expect(meta.counters.get('pump hours')).toBe(hours);
    expect(meta.partNumber).toBe(partNumber);
  });

  test('keeps what a change does not name', () => {
    const before =
      '{"Engine Hours": 9, "pump hours": 1, "details": {"selection": "A", "crew": 3}, "__proto__": {"x": 1}}';
    const after = writeMeta(before, { ...HOURS, counterValue: 2, partNumber: 'B' });
    expect(after).toBe('{"Engine Hours":9,"details":{"selection":"B","crew":3},"__proto__":{"x":1},"Pump Hours":2}');
    expect(writeMeta(after, { ...HOURS, counterValue: undefined, partNumber: undefined })).toBe(after);
    expect(
      readMeta(writeMeta(after, { ...HOURS, counterValue: null, partNumber: undefined })).counters.has('pump hours'),
    ).toBe(false);
    expect(writeMeta('no JSON', { counter: 'C', counterPath: 'C', counterValue: 1, partNumber: '' })).toBe(
      '{"C":1,"details":{"selection":""}}',
    );
    const inState = '{"state": {"Pump Hours": 5, "Engine Hours": 6}}';
    expect(readMeta(writeMeta(inState, { ...HOURS, counterValue: null, partNumber: undefined })).counters).toEqual(
      new Map([['engine hours', 6]]),
    );
  });

  test('has one reading of a counter that a path leads to, whichever of its names it was written under', () => {
    const names = { counter: 'Pump Hours', counterPath: 'state/Pump Hours' };
    const old = '{"state/Pump Hours": 7}';
    expect(readingOf(readMeta(old), names)).toBe(7);
    const after = writeMeta(old, { ...names, counterValue: 9, partNumber: undefined });
    expect(after).toBe('{"Pump Hours":9}');
    expect(readingOf(readMeta(after), names)).toBe(9);
    expect(readingOf(readMeta('{"Engine Hours": 7}'), names)).toBeUndefined();
  });

  test('keeps the reading that was written under the path that the schedule had before', () => {
    const names = { counter: 'Pump Hours', counterPath: 'engine/Pump Hours' };
    const old = '{"state": {"rig.motor.Pump Hours": 7, "rig.motor.Pump Hours total": 8}}';
    expect(readingOf(readMeta(old), names)).toBe(7);
    expect(readingOf(readMeta('{"Pump Hours": 9, "rig.motor.Pump Hours": 7}'), names)).toBe(9);
    expect(readingOf(readMeta('{"left.Pump Hours": 9, "right.Pump Hours": 7}'), names)).toBeUndefined();
    const after = writeMeta(old, { ...names, counterValue: null, partNumber: undefined });
    expect(after).toBe('{"state":{"rig.motor.Pump Hours total":8}}');
    expect(writeMeta(old, { ...names, counterValue: 9, partNumber: undefined })).toBe(
      '{"state":{"rig.motor.Pump Hours total":8},"Pump Hours":9}',
    );
  });
});
