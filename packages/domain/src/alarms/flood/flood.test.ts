import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FloodKnowledge, firstCauses, readingOrder } from './first-causes.ts';
import { floodsOf, type Opening } from './flood.ts';
import { floodReasonText } from './flood-words.ts';
import { Succession } from './succession.ts';

const MINUTE = 60_000;
const every = (ms: number, count: number, fromMs = 0) => Array.from({ length: count }, (_, i) => fromMs + i * ms);
const open = (assetId: number, alarmDefinitionId: number, raisedMs: number): Opening => ({
  assetId,
  alarmDefinitionId,
  raisedMs,
});
const knowing = (more: Partial<FloodKnowledge> = {}): FloodKnowledge => ({
  placesOf: () => [],
  succession: new Succession(),
  ...more,
});

describe('a flood', () => {
  it.each([
    ['nine in ten minutes are none', every(MINUTE, 9), 1, []],
    ['ten are one, until fewer than five are left', every(MINUTE, 10), 1, [[0, 9, 0, 15 * MINUTE]]],
    ['ten in more than ten minutes are none', every(MINUTE + 7_000, 10), 1, []],
    [
      'it begins with the first of the ten',
      [0, ...every(MINUTE, 10, 30 * MINUTE)],
      1,
      [[1, 10, 30 * MINUTE, 45 * MINUTE]],
    ],
    [
      'at half the rate it goes on',
      [...every(1_000, 10), ...every(2 * MINUTE, 20, MINUTE)],
      1,
      [[0, 29, 0, 41 * MINUTE]],
    ],
    ['two operators take twice as many', every(30_000, 19), 2, []],
    [
      'what was of one is not of the next',
      [...every(1_000, 10), ...every(1_000, 9, 10 * MINUTE + 6_000)],
      1,
      [[0, 9, 0, 10 * MINUTE + 5_000]],
    ],
  ] as const)('%s', (_, raisedMs, operators, expected) => {
    const found = floodsOf(raisedMs, operators).map(({ first, last, fromMs, untilMs }) => [
      first,
      last,
      fromMs,
      untilMs,
    ]);
    expect(found).toEqual(expected);
  });

  it('holds each opening once at most, ten at least, all of its time, and is not missed', () => {
    const times = fc.array(fc.integer({ min: 0, max: 120 * MINUTE }), { maxLength: 120 });
    fc.assert(
      fc.property(times, (raw) => {
        const raisedMs = raw.toSorted((a, b) => a - b);
        const floods = floodsOf(raisedMs);
        let before = -1;
        const within = new Set<number>();
        for (const { first, last, fromMs, untilMs } of floods) {
          expect(first).toBeGreaterThan(before);
          expect(last - first + 1).toBeGreaterThanOrEqual(10);
          expect(fromMs).toBe(raisedMs[first]);
          for (const [place, timeMs] of raisedMs.entries()) {
            expect(timeMs >= fromMs && timeMs <= (raisedMs[last] as number)).toBe(place >= first && place <= last);
          }
          if (last + 1 < raisedMs.length) expect(raisedMs[last + 1]).toBeGreaterThan(untilMs);
          for (let place = first; place <= last; place++) within.add(place);
          before = last;
        }
        for (let first = 0; first + 9 < raisedMs.length; first++) {
          const isDense = (raisedMs[first + 9] as number) - (raisedMs[first] as number) <= 10 * MINUTE;
          if (isDense) expect(every(1, 10, first).some((place) => within.has(place))).toBe(true);
        }
      }),
    );
  });
});

describe('what used to follow', () => {
  const taught = (times: number, alsoAlone = 0) => {
    const succession = new Succession();
    for (let i = 0; i < times; i++) {
      succession.learn(open(1, 1, i * 60 * MINUTE));
      succession.learn(open(2, 2, i * 60 * MINUTE + 12_000));
    }
    for (let i = 0; i < alsoAlone; i++) succession.learn(open(1, 1, (times + i) * 60 * MINUTE));
    return succession;
  };
  const HOURS = 60 * 60 * MINUTE;

  it.each([
    [2, 0, null],
    [3, 0, { followed: 3, of: 3 }],
    [8, 1, { followed: 8, of: 9 }],
    [3, 4, null],
    [40, 0, { followed: 20, of: 20 }],
  ])('is told of %i times, and %i without it', (times, alone, expected) => {
    expect(taught(times, alone).evidence(open(1, 1, 0), open(2, 2, 0), HOURS)).toEqual(expected);
  });

  it('tells of earlier times only, and never the other way round', () => {
    const succession = taught(8);
    expect(succession.evidence(open(1, 1, 0), open(2, 2, 0), 4 * 60 * MINUTE)).toEqual({ followed: 4, of: 4 });
    expect(succession.evidence(open(2, 2, 0), open(1, 1, 0), HOURS)).toBeNull();
    expect(succession.evidence(open(1, 1, 0), open(3, 2, 0), HOURS)).toBeNull();
  });

  it('counts an alarm once for each time that it was followed, however often', () => {
    const succession = new Succession();
    for (let i = 0; i < 4; i++) {
      succession.learn(open(1, 1, i * 60 * MINUTE));
      for (const later of [1, 2, 3]) succession.learn(open(2, 2, i * 60 * MINUTE + later));
    }
    expect(succession.evidence(open(1, 1, 0), open(2, 2, 0), HOURS)).toEqual({ followed: 4, of: 4 });
  });

  it.each([
    [40, { followed: 5, of: 5 }],
    [60, null],
  ])('is learned of %i alarms in one moment, as long as these can be told apart', (count, expected) => {
    const succession = new Succession();
    for (let time = 0; time < 5; time++) {
      for (let asset = 1; asset <= count; asset++) succession.learn(open(asset, 1, time * 60 * MINUTE));
    }
    expect(succession.evidence(open(1, 1, 0), open(count, 1, 0), HOURS)).toEqual(expected);
  });

  it('holds as many alarms as it may and forgets the longest silent; a dense flood costs each opening a bounded look', () => {
    const succession = new Succession(100);
    let compared = 0;
    for (let i = 0; i < 1_000; i++) compared = Math.max(compared, succession.learn(open(i, 1, i * 100)));
    expect(succession.size).toBe(100);
    expect(compared).toBe(40);
    let ofDense = 0;
    for (let i = 0; i < 5_000; i++) ofDense += succession.learn(open(i, 2, HOURS + i));
    expect(ofDense).toBeLessThanOrEqual(40 * 40);
  });
});

describe('first causes', () => {
  const told = (openings: readonly Opening[], knows = knowing()) =>
    firstCauses(openings, knows).map(({ root, follows, bond }) => [root, follows, bond]);

  it.each<[string, Opening[], [number, number | null, string | null][]]>([
    [
      'what is on the same asset follows its first',
      [open(1, 1, 0), open(1, 2, 5_000), open(1, 3, 9_000)],
      [
        [0, null, null],
        [0, 0, 'asset'],
        [0, 0, 'asset'],
      ],
    ],
    [
      'what stands in the same system follows; another asset is alone',
      [open(11, 1, 0), open(12, 2, 5_000), open(21, 3, 6_000)],
      [
        [0, null, null],
        [0, 0, 'system'],
        [2, null, null],
      ],
    ],
    [
      'the same alarm elsewhere follows within a minute',
      [open(1, 1, 0), open(2, 1, 50_000), open(3, 1, 3 * MINUTE)],
      [
        [0, null, null],
        [0, 0, 'alarm'],
        [2, null, null],
      ],
    ],
    [
      'what is longer ago is no cause',
      [open(1, 1, 0), open(1, 2, 11 * MINUTE)],
      [
        [0, null, null],
        [1, null, null],
      ],
    ],
    [
      'of one moment the earlier slot is first',
      [open(13, 1, 0), open(12, 2, 0)],
      [
        [0, null, null],
        [0, 0, 'system'],
      ],
    ],
  ])('%s', (_, openings, expected) => {
    const placesOf = (assetId: number) =>
      assetId < 10 ? [] : [{ systemId: Math.floor(assetId / 10), order: assetId % 10 }];
    expect(told(openings, knowing({ placesOf }))).toEqual(expected);
    expect(told(openings.toReversed(), knowing({ placesOf }))).toEqual(expected);
  });

  it('what used to follow comes before what merely stands near', () => {
    const succession = new Succession();
    for (let i = 0; i < 9; i++) {
      succession.learn(open(1, 1, i * 60 * MINUTE));
      if (i > 0) succession.learn(open(2, 2, i * 60 * MINUTE + 12_000));
    }
    const now = 100 * 60 * MINUTE;
    const openings = [open(2, 9, now), open(1, 1, now + 1_000), open(2, 2, now + 13_000)];
    const [, second, third] = firstCauses(openings, knowing({ succession }));
    expect(second).toMatchObject({ root: 1, follows: null, evidence: null });
    expect(third).toMatchObject({ root: 1, follows: 1, bond: null, evidence: { followed: 8, of: 9 } });
  });

  it('asks a bounded number of times for each opening, however many there are', () => {
    let asked = 0;
    const placesOf = (assetId: number) => {
      asked++;
      return [{ systemId: assetId % 50, order: assetId }];
    };
    const openings = Array.from({ length: 5_000 }, (_, i) => open(i % 700, i % 9, i));
    const members = firstCauses(openings, knowing({ placesOf }));
    expect(members).toHaveLength(5_000);
    expect(asked).toBeLessThanOrEqual(5 * 5_000);
  });

  it('puts every opening into one group, the earliest first, whatever order they came in', () => {
    const anOpening = fc.record({
      assetId: fc.integer({ min: 1, max: 12 }),
      alarmDefinitionId: fc.integer({ min: 1, max: 4 }),
      raisedMs: fc.integer({ min: 0, max: 900 }).map((seconds) => seconds * 1_000),
    });
    const openings = fc.uniqueArray(anOpening, {
      maxLength: 60,
      selector: ({ assetId, alarmDefinitionId, raisedMs }) => `${assetId} ${alarmDefinitionId} ${raisedMs}`,
    });
    fc.assert(
      fc.property(
        openings,
        fc.array(anOpening, { maxLength: 60 }),
        fc.infiniteStream(fc.nat()),
        (all, past, places) => {
          const succession = new Succession();
          for (const one of past.toSorted((a, b) => a.raisedMs - b.raisedMs)) {
            for (let day = 1; day < 5; day++) succession.learn({ ...one, raisedMs: one.raisedMs - day * 86_400_000 });
          }
          const knows = knowing({
            succession,
            placesOf: (assetId) => (assetId % 3 === 0 ? [] : [{ systemId: assetId % 4, order: assetId }]),
          });
          const members = firstCauses(all, knows);
          expect(new Set(members.map(({ opening }) => opening))).toEqual(new Set(all));
          expect(members).toHaveLength(all.length);
          for (const [place, { root, follows, opening }] of members.entries()) {
            const first = members[root];
            expect(first?.follows).toBeNull();
            expect(first?.root).toBe(root);
            expect(root).toBeLessThanOrEqual(place);
            expect(first?.opening.raisedMs).toBeLessThanOrEqual(opening.raisedMs);
            if (follows === null) expect(root).toBe(place);
            else {
              expect(follows).toBeLessThan(place);
              expect(members[follows]?.root).toBe(root);
            }
          }
          expect(readingOrder(members).toSorted((a, b) => members.indexOf(a) - members.indexOf(b))).toEqual(members);
          const shuffled = all.map((one) => [places.next().value, one] as const).toSorted(([a], [b]) => a - b);
          expect(
            firstCauses(
              shuffled.map(([, one]) => one),
              knows,
            ),
          ).toEqual(members);
        },
      ),
    );
  });
});

it.each([
  [{ role: 'first' }, 'First out'],
  [{ role: 'cause', afterSeconds: 125 }, 'First out of another cause, 2 min 5 s after the flood began'],
  [{ role: 'alone', afterSeconds: 3_600 }, 'Alone, 60 min after the flood began'],
  [
    { bond: 'system', systemName: 'Rig 7', evidence: { followed: 8, of: 9 } },
    '12 s after the first out, same system Rig 7; followed it 8 of 9 times before',
  ],
  [
    { bond: 'alarm', follows: { name: 'Low', assetName: 'Pump 1', isFirst: false } },
    '12 s after Low of Pump 1, same alarm on another asset',
  ],
  [{ afterSeconds: 0.4, bond: 'asset' }, 'less than 1 s after the first out, same asset'],
  [{ afterSeconds: 0 }, '0 s after the first out'],
] as const)('says why: %#', (reason, expected) => {
  const plain = { role: 'consequence', afterSeconds: 12, bond: null, systemName: null, evidence: null } as const;
  const follows = { name: 'Trip', assetName: 'Pump 9', isFirst: true };
  expect(
    floodReasonText({ ...plain, follows: 'role' in reason && reason.role === 'alone' ? null : follows, ...reason }),
  ).toBe(expected);
});
