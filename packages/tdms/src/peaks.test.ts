import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesInMemory, PeakReading, type Peaks, plot, type TdmsChannel, TdmsFile } from './index.ts';
import { Bytes, makeTdms } from './testing/make-tdms.ts';

async function aChannel(values: readonly number[]): Promise<{ file: TdmsFile; channel: TdmsChannel }> {
  const bytes = new Bytes(false);
  for (const value of values) bytes.f64(value);
  const objects = [{ path: "/'g'/'a'", values: { code: 0x0a, count: values.length } }];
  const file = await TdmsFile.open(bytesInMemory(makeTdms([{ objects, isNewList: true, raw: bytes.done() }])));
  return { file, channel: file.group('g')?.channels[0] as TdmsChannel };
}

/** Each bucket by its definition. */
function byHand(values: readonly number[], edges: Float64Array): Peaks {
  const bucketsOf = (of: (...numbers: number[]) => number) =>
    Float64Array.from({ length: edges.length - 1 }, (_, n) => {
      const numbers = values.slice(edges[n], edges[n + 1]).filter((value) => !Number.isNaN(value));
      return numbers.length === 0 ? Number.NaN : of(...numbers);
    });
  return { min: bucketsOf(Math.min), max: bucketsOf(Math.max) };
}

const values = fc.array(fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), fc.constant(Number.NaN)), {
  minLength: 1,
  maxLength: 200,
});

it('has the smallest and the largest of each bucket, whatever is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.nat(220),
      fc.nat(220),
      fc.integer({ min: 1, max: 50 }),
      async (all, one, other, buckets) => {
        const { file, channel } = await aChannel(all);
        const [from, until] = [Math.min(one, other), Math.max(one, other)];
        const { edges, min, max } = await plot(file, channel, { from, until, buckets });
        expect({ min, max }).toEqual(byHand(all, edges));
        if (from >= Math.min(until, all.length)) return;
        expect([edges[0], edges.at(-1)]).toEqual([from, Math.min(until, all.length)]);
      },
    ),
    { numRuns: 200 },
  );
});

it('is left in the middle when nobody waits for it', async () => {
  const all = Array.from({ length: 2_000_000 }, (_, n) => n);
  const bytes = new Bytes(false);
  for (const value of all) bytes.f64(value);
  const objects = [{ path: "/'g'/'a'", values: { code: 0x0a, count: all.length } }];
  const whole = bytesInMemory(makeTdms([{ objects, isNewList: true, raw: bytes.done() }]));
  const controller = new AbortController();
  let reads = 0;
  const source = {
    size: whole.size,
    read: (position: number, length: number) => {
      reads++;
      if (position > 1_000_000) controller.abort(new Error('gone'));
      return whole.read(position, length);
    },
  };
  const file = await TdmsFile.open(source);
  const channel = file.group('g')?.channels[0] as TdmsChannel;
  const reading = new PeakReading(file, channel).readOn(channel.count, { signal: controller.signal });
  await expect(reading).rejects.toThrow('gone');
  const read = reads;
  await expect(plot(file, channel, { from: 0, until: all.length, buckets: 10 }, controller)).rejects.toThrow('gone');
  expect(reads).toBeLessThanOrEqual(read + 2);
});

it('is the same from what was kept of the whole, and loses no single peak', async () => {
  const all = Array.from({ length: 100_000 }, (_, n) => Math.sin(n / 7));
  all[77_777] = 9;
  const { file, channel } = await aChannel(all);
  const reading = new PeakReading(file, channel);
  await reading.readOn(channel.count);
  const { peaks } = reading;
  for (const [from, until, buckets] of [
    [0, 100_000, 10],
    [5_000, 95_000, 3],
  ] as const) {
    const { edges, min, max } = await plot(file, channel, { from, until, buckets }, { peaks });
    expect({ min, max }).toEqual(byHand(all, edges));
    expect(Math.max(...max)).toBe(9);
    expect(edges[0]).toBeLessThanOrEqual(from);
  }
});

it('goes on from where it was left, reads no value twice, and knows what it has read', async () => {
  const all = Array.from({ length: 1_300_000 }, (_, n) => Math.sin(n / 7));
  all[1_299_999] = 9;
  const bytes = new Bytes(false);
  for (const value of all) bytes.f64(value);
  const objects = [{ path: "/'g'/'a'", values: { code: 0x0a, count: all.length } }];
  const whole = bytesInMemory(makeTdms([{ objects, isNewList: true, raw: bytes.done() }]));
  let read = 0;
  const file = await TdmsFile.open({
    size: whole.size,
    read: (position, length) => {
      read += length;
      return whole.read(position, length);
    },
  });
  const channel = file.group('g')?.channels[0] as TdmsChannel;
  const reading = new PeakReading(file, channel);
  read = 0;
  const part = { from: 0, until: all.length, buckets: 10 };
  const unread: number[] = [];
  while (reading.unread(all.length) > 0) {
    await reading.readOn(all.length, { isEnough: () => true });
    unread.push(reading.unread(all.length));
    const { edges, min } = await plot(file, channel, part, { peaks: reading.peaks });
    const known = all.length - reading.unread(all.length);
    for (const [n, low] of min.entries()) expect(Number.isNaN(low)).toBe((edges[n] ?? 0) >= known);
  }
  expect(unread).toEqual([...new Set(unread)].sort((a, b) => b - a));
  expect(unread.length).toBeGreaterThan(1);
  expect(read).toBe(all.length * 8);
  const { min, max } = await plot(file, channel, part, { peaks: reading.peaks });
  expect([min[0], max[0], min[9], max[9]]).toEqual([-1, 1, -1, 9].map((value) => expect.closeTo(value, 4)));
});

it('reads no further than it is asked to', async () => {
  const { file, channel } = await aChannel(Array.from({ length: 20_000 }, (_, n) => n));
  const reading = new PeakReading(file, channel);
  await reading.readOn(5_000);
  expect([reading.unread(8_192), reading.unread(8_193), reading.unread(20_000)]).toEqual([0, 4_096, 11_808]);
});
