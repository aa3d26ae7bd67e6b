import { type BrokerRule, brokerRuleSchema, brokerRulesSchema } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { PayloadError } from '../incoming.ts';
import { JsonPath } from './json-path.ts';
import { RuleTime } from './rule-time.ts';
import { TopicPattern } from './topic-pattern.ts';
import { TopicRule } from './topic-rule.ts';

const bytes = (message: unknown) => Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
const aRule = (rule: Record<string, unknown> = {}): BrokerRule =>
  brokerRuleSchema.parse({
    name: 'Pumps',
    topic: 'plant/{line}/{serial}/state',
    serialNumber: '{serial}',
    values: [{ path: '$.p', label: 'Pressure', unit: 'bar' }],
    ...rule,
  });
const apply = (rule: Record<string, unknown>, topic: string, message: unknown) =>
  new TopicRule(aRule(rule)).apply(topic, bytes(message));

describe('a topic pattern', () => {
  it.each([
    ['a/b', 'a/b', {}],
    ['a/b', 'a/b/c', undefined],
    ['a/+/c', 'a/b/c', {}],
    ['a/+/c', 'a/b/d', undefined],
    ['a/{x}/{y}', 'a/1/2', { x: '1', y: '2' }],
    ['a/{x}', 'a/', { x: '' }],
    ['a/{x}/#', 'a/1', { x: '1' }],
    ['a/{x}/#', 'a/1/2/3', { x: '1' }],
    ['a/{x}/#', 'a', undefined],
    ['#', 'any/thing', {}],
    ['#', '$SYS/broker', undefined],
    ['+/x', '$SYS/x', undefined],
    ['$SYS/{what}', '$SYS/uptime', { what: 'uptime' }],
    ['{constructor}/__proto__', 'x/__proto__', { constructor: 'x' }],
  ])('%s of %s', (pattern, topic, expected) => {
    const parts = new TopicPattern(pattern).match(topic);
    expect(parts && Object.fromEntries(parts)).toEqual(expected);
  });

  it('subscribes with wildcards in the place of its parts', () => {
    expect(new TopicPattern('a/{x}/+/{y}/#').filter).toBe('a/+/+/+/#');
  });
});

describe('a path', () => {
  const message = { a: { 'b c': [10, 20] }, list: [{ v: 1 }, { v: 2 }], __proto__x: 3, n: null, f: false };
  it.each([
    ['$', [message]],
    ["$.a['b c'][1]", [20]],
    ["$['a']['b c'][2]", []],
    ['$.list[*].v', [1, 2]],
    ['$.a.*', [[10, 20]]],
    ['$.n', [null]],
    ['$.f', [false]],
    ['$.constructor', []],
    ['$.a.length', []],
    ['$.list.length', []],
  ])('%s', (path, expected) => {
    expect(new JsonPath(path).find(message).map(({ value }) => value)).toEqual(expected);
  });

  it('finds a thousand values at most', () => {
    const wide = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 1));
    expect(new JsonPath('$[*][*]').find(wide)).toHaveLength(1_000);
  });
});

describe('a time', () => {
  it.each([
    ['ms', 1_700_000_000_123, 1_700_000_000_123],
    ['s', 1_700_000_000.5, 1_700_000_000_500],
    ['s', '1790000000.999', 1_790_000_000_999],
    ['us', '1700000000123456', 1_700_000_000_123],
    ['us', 1_790_000_000_123_999, 1_790_000_000_123],
    ['ns', '1790000000002000000', 1_790_000_000_002],
    ['ns', '1700000000123456789', 1_700_000_000_123],
    ['ms', 'soon', undefined],
    ['ms', null, undefined],
    ['text', '2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['text', '31.01.2026 12:00:00', Date.UTC(2026, 0, 31, 11)],
    ['text', 12, undefined],
  ] as const)('in %s of %j', (format, value, expected) => {
    expect(new RuleTime({ format, zone: 'Europe/Berlin' }).read(value)).toBe(expected);
  });

  it('of a zone that there is not is refused', () => {
    expect(() => new RuleTime({ format: 'text', zone: 'Mars/Olympus' })).toThrow('Mars/Olympus');
  });
});

describe('a rule', () => {
  it('takes the asset of the topic, and values with their labels, units and times', () => {
    const rule = {
      time: { source: '$.ts', format: 's' },
      values: [
        { path: '$.p', label: 'Pressure', unit: 'bar' },
        { path: '$.on', label: '{line} running' },
        { path: '$.missing', label: 'Nothing' },
        { path: '$.none', label: 'None' },
      ],
    };
    const message = { ts: 1_700_000_000, p: 4.5, on: true, none: null };
    expect(apply(rule, 'plant/north/P-7/state', message)).toEqual({
      serialNumber: 'P-7',
      points: [
        { label: 'Pressure', timeMs: 1_700_000_000_000, value: 4.5, quality: 192 },
        { label: 'north running', timeMs: 1_700_000_000_000, value: 1, quality: 192 },
      ],
      units: new Map([['Pressure', 'bar']]),
      setAside: [],
    });
    expect(apply(rule, 'plant/north/P-7/other', message)).toBeUndefined();
  });

  it('takes labels of keys, and labels and times of the object that a value stands in', () => {
    expect(
      apply({ values: [{ path: '$.values.*', label: 'm {key}' }] }, 'plant/n/P/state', { values: { a: 1, b: 'x' } }),
    ).toMatchObject({
      points: [
        { label: 'm a', value: 1 },
        { label: 'm b', value: 'x' },
      ],
    });
    const list = [
      { tag: 'P', v: 1, t: 10 },
      { tag: 'T', v: 2, t: 20 },
      { v: 3, t: 30 },
      { tag: 'X', v: 4 },
    ];
    expect(
      apply({ values: [{ path: '$[*].v', label: '@.tag' }], time: { source: '@.t' } }, 'plant/n/P/state', list),
    ).toMatchObject({
      points: [
        { label: 'P', value: 1, timeMs: 10 },
        { label: 'T', value: 2, timeMs: 20 },
      ],
      setAside: [
        { label: null, reason: 'no label at @.tag', excerpt: '3' },
        { label: 'X', reason: 'no time at @.t', excerpt: '4' },
      ],
    });
  });

  it.each([
    ['21.5', 21.5],
    [' -3e2\n', -300],
    ['ON', 'ON'],
    ['0x10', '0x10'],
    ['5.', 5],
    ['.5', 0.5],
    ['', ''],
  ])('takes text: %j', (text, value) => {
    expect(apply({ payload: 'text', values: [{ path: '$', label: 'x' }] }, 'plant/n/P/state', text)).toMatchObject({
      points: [{ value }],
    });
  });

  it('reads text that is nearly a number in one go, however long', () => {
    const text = `${'1'.repeat(500_000)}x`;
    expect(apply({ payload: 'text', values: [{ path: '$', label: 'x' }] }, 'plant/n/P/state', text)).toMatchObject({
      setAside: [{ label: 'x', reason: expect.stringContaining('longer than') }],
    });
  });

  it('follows a path into the message once, however many values have their label and time from there', () => {
    const rule = { values: [{ path: '$[*]', label: '$[*]' }], time: { source: '$[*]' } };
    const { points } = apply(rule, 'plant/n/P/state', `[${'7,'.repeat(100_000)}8]`) ?? {};
    expect(points).toHaveLength(1_000);
    expect(points?.at(-1)).toMatchObject({ label: '7', timeMs: 7, value: 7 });
  });

  it.each([
    [{}, 'not JSON', 'not valid JSON'],
    [{}, { q: 1 }, "none of the values of the rule 'Pumps' is in the message"],
    [{ serialNumber: '$.id' }, { p: 1 }, 'no serial number at $.id'],
    [{ serialNumber: '$.id' }, { p: 1, id: '  ' }, 'no serial number at $.id'],
  ])('%j refuses %j', (rule, message, reason) => {
    expect(() => apply(rule, 'plant/n/P/state', message)).toThrow(new PayloadError(reason));
  });

  it.each([
    [{ topic: 'a/b#' }, 'topic'],
    [{ topic: 'a/#/b' }, 'topic'],
    [{ topic: 'a/x{b}' }, 'topic'],
    [{ topic: '{a}/{a}', serialNumber: 'x' }, 'topic'],
    [{ topic: '{key}/a', serialNumber: 'x' }, 'topic'],
    [{ serialNumber: '{other}' }, 'serialNumber'],
    [{ serialNumber: '@.id' }, 'serialNumber'],
    [{ serialNumber: '$.id[' }, 'serialNumber'],
    [{ values: [] }, 'values'],
    [{ values: [{ path: '$..p', label: 'x' }] }, 'path'],
    [{ values: [{ path: '$[?(@.x)]', label: 'x' }] }, 'path'],
    [{ values: [{ path: '$.p', label: '{key}' }] }, 'label'],
    [{ values: [{ path: '$.p', label: ' ' }] }, 'label'],
    [{ time: { source: '{when}' } }, 'source'],
    [{ time: { source: '$.t', format: 'days' } }, 'format'],
  ])('%j is refused by name', (rule, field) => {
    expect(() => aRule(rule)).toThrow(field);
  });

  it('has a name of its own', () => {
    expect(() => brokerRulesSchema.parse([aRule(), { ...aRule(), name: 'PUMPS' }])).toThrow(
      'another rule has this name',
    );
  });

  /** A small generator of its own: the same messages in each run. */
  it('never fails otherwise than by a reason, whatever comes', () => {
    const rules = [
      aRule({ topic: '#', serialNumber: '$.id', values: [{ path: '$.*', label: '{key}' }], time: { source: '$.ts' } }),
      aRule({ topic: '{a}/#', serialNumber: '{a}', values: [{ path: '$[*].v', label: '@.tag' }] }),
      aRule({ topic: '#', serialNumber: 's', payload: 'text', values: [{ path: '$', label: 'x' }] }),
    ].map((rule) => new TopicRule(rule));
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % most;
    };
    const any = (depth: number): unknown => {
      const kinds = [null, true, random(9) - 4.5, 1e308 * random(3), 'x\u0000\ud800', '', 'id', {}, []];
      const kind = random(depth > 3 ? kinds.length : kinds.length + 2);
      if (kind < kinds.length) return kinds[kind];
      const members = Array.from({ length: random(4) }, () => any(depth + 1));
      const names = ['id', 'v', 'tag', 'ts', '__proto__', 'constructor'];
      return kind === kinds.length
        ? members
        : Object.fromEntries(members.map((member) => [names[random(names.length)] ?? '', member]));
    };
    for (let n = 0; n < 2_000; n++) {
      const message = random(5) === 0 ? Buffer.from([random(256), random(256), 0x7b]) : bytes(any(0));
      for (const rule of rules) {
        try {
          const outcome = rule.apply(['a/b', '', '/', 'x'][random(4)] ?? '', message);
          for (const { label, value } of outcome?.points ?? []) {
            expect(label).not.toBe('');
            expect(['number', 'string']).toContain(typeof value);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PayloadError);
        }
      }
    }
  });
});
