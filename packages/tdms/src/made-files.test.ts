import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteSource, bytesInMemory, TdmsError, TdmsFile } from './index.ts';
import { Bytes, type MadeSegment, makeTdms } from './testing/make-tdms.ts';

const FLOAT64 = 0x0a;
const INT16 = 2;
const INT32 = 3;
const A = "/'g'/'a'";
const B = "/'g'/'b'";

async function valuesOf(file: TdmsFile, name: string, from?: number, until?: number): Promise<number[]> {
  const channel = file.group('g')?.channels.find((one) => one.name === name);
  if (channel === undefined) throw new Error(`There is no ${name}.`);
  const all: number[] = [];
  for await (const { values } of file.numbers(channel, from, until)) all.push(...values);
  return all;
}

const int32s = (values: readonly number[], isBigEndian = false) => {
  const bytes = new Bytes(isBigEndian);
  for (const value of values) bytes.i32(value);
  return bytes.done();
};

/** Two channels of int32 and int16, as the segments of a random writer hold them. */
const written = fc.array(
  fc.record({
    a: fc.integer({ min: 0, max: 5 }),
    b: fc.integer({ min: 0, max: 5 }),
    chunks: fc.integer({ min: 1, max: 4 }),
    isInterleaved: fc.boolean(),
    isBigEndian: fc.boolean(),
    isNewList: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

function write(plan: typeof written extends fc.Arbitrary<infer Plan> ? Plan : never) {
  let next = 0;
  const [a, b]: [number[], number[]] = [[], []];
  const segments = plan.map(({ chunks, isInterleaved, isBigEndian, isNewList, ...counts }, n): MadeSegment => {
    const [ofA, ofB] = isInterleaved ? [counts.a, counts.a] : [counts.a, counts.b];
    const bytes = new Bytes(isBigEndian);
    for (let chunk = 0; chunk < chunks; chunk++) {
      const [inA, inB] = [ofA, ofB].map((count) => Array.from({ length: count }, () => next++ % 30_000)) as [
        number[],
        number[],
      ];
      a.push(...inA);
      b.push(...inB);
      if (isInterleaved) {
        inA.forEach((value, row) => {
          bytes.i32(value);
          bytes.i16(inB[row] ?? 0);
        });
      } else {
        for (const value of inA) bytes.i32(value);
        for (const value of inB) bytes.i16(value);
      }
    }
    const objects = [
      { path: A, values: { code: INT32, count: ofA } },
      { path: B, values: { code: INT16, count: ofB } },
    ];
    return { objects, isNewList: isNewList || n === 0, isInterleaved, isBigEndian, raw: bytes.done() };
  });
  return { bytes: makeTdms(segments), a, b };
}

describe('a file', () => {
  it('gives back what was written, whole and in parts', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.nat(60), fc.nat(60), async (plan, one, other) => {
        const { bytes, a, b } = write(plan);
        const file = await TdmsFile.open(bytesInMemory(bytes));
        const [from, until] = [Math.min(one, other), Math.max(one, other)];
        expect(await valuesOf(file, 'a')).toEqual(a);
        expect(await valuesOf(file, 'b', from, until)).toEqual(b.slice(from, until));
        expect(file.faults).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('cut anywhere holds the beginning of what was written, or is refused in words', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.double({ min: 0, max: 1, noNaN: true }), async (plan, share) => {
        const { bytes, a } = write(plan);
        const cut = bytes.subarray(0, Math.floor(bytes.length * share));
        const file = await TdmsFile.open(bytesInMemory(cut));
        if (file.groups.length === 0) return;
        const values = await valuesOf(file, 'a');
        expect(values).toEqual(a.slice(0, values.length));
      }),
      { numRuns: 200 },
    );
  });

  it('with any bytes changed is read or refused in words, and never waits', async () => {
    const { bytes } = write([
      { a: 2, b: 2, chunks: 2, isInterleaved: false, isBigEndian: false, isNewList: true },
      { a: 3, b: 3, chunks: 1, isInterleaved: true, isBigEndian: true, isNewList: false },
    ]);
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const changed = bytes.slice();
        for (const [at, value] of list) changed[at] = value;
        try {
          const file = await TdmsFile.open(bytesInMemory(changed));
          for (const channel of file.groups.flatMap(({ channels }) => channels)) {
            if (file.whyUnread(channel) !== undefined) continue;
            for await (const block of file.numbers(channel, 0, 1_000)) expect(block.values.length).toBeGreaterThan(0);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(TdmsError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of many small chunks is read many chunks at once', async () => {
    const chunks = 1_000;
    const raw = int32s(Array.from({ length: chunks * 4 }, (_, n) => n));
    const objects = [A, B].map((path) => ({ path, values: { code: INT32, count: 2 } }));
    const source = bytesInMemory(makeTdms([{ objects, isNewList: true, raw }]));
    let reads = 0;
    const counted: ByteSource = {
      size: source.size,
      read: (at, length) => {
        reads++;
        return source.read(at, length);
      },
    };
    const file = await TdmsFile.open(counted);
    reads = 0;
    const values = await valuesOf(file, 'b');
    expect(values.slice(0, 4)).toEqual([2, 3, 6, 7]);
    expect(values.length).toBe(chunks * 2);
    expect(reads).toBe(1);
  });

  it('that never says how long its last segment is holds what is there', async () => {
    const objects = [{ path: A, values: { code: INT32, count: 4 } }];
    const file = await TdmsFile.open(
      bytesInMemory(makeTdms([{ objects, isNewList: true, raw: int32s([1, 2, 3, 4, 5, 6]), isOpen: true }])),
    );
    expect(await valuesOf(file, 'a')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(file.faults).toHaveLength(1);
  });

  it('that announces more values than it has bytes holds those that it has', async () => {
    const objects = [{ path: A, values: { code: FLOAT64, count: 2 ** 40 } }];
    const bytes = new Bytes(false);
    bytes.f64(1.5);
    const file = await TdmsFile.open(
      bytesInMemory(makeTdms([{ objects, isNewList: true, raw: bytes.done(), isOpen: true }])),
    );
    expect(await valuesOf(file, 'a')).toEqual([1.5]);
  });

  it.each([
    ['a type that is not known', [{ path: A, values: { code: 0x77, count: 1 } }], /type that is not known/],
    ['a channel as before that was never there', [{ path: A, values: 'as before' as const }], /was not there before/],
    [
      'a path that names nothing',
      [{ path: "/'g'/'a'/'b'", values: { code: INT32, count: 1 } }],
      /no group and no channel/,
    ],
    [
      'fixed-point numbers',
      [{ path: A, values: { code: 0x4f, count: 1 } }],
      /fixed-point numbers, whose layout National Instruments has not published/,
    ],
    ['more values than there are numbers', [{ path: A, values: { code: FLOAT64, count: 2 ** 60 } }], /more values/],
  ])('with %s is refused', async (_what, objects, text) => {
    const open = TdmsFile.open(bytesInMemory(makeTdms([{ objects, isNewList: true, raw: int32s([1]) }])));
    await expect(open).rejects.toThrow(text);
  });
});
