import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedHistorian } from './embedded/embedded-historian.ts';
import { type Historian, PointBatch, type PointValue, seriesKey } from './port.ts';

const KEY = seriesKey(1, 200);
/** TELLTALE_TEST_SERIES=1000000 takes a minute: closing makes a chunk of each. */
const SERIES = Number(process.env.TELLTALE_TEST_SERIES ?? 50_000);
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

let root = '';
const open: Historian[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'telltale-hostile-'));
});
afterEach(() => Promise.all(open.splice(0).map((historian) => historian.close())));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openIn(name: string): Promise<Historian> {
  const historian = await openEmbeddedHistorian({ folder: join(root, name) });
  open.push(historian);
  return historian;
}

describe('a value that is neither a number nor a string', () => {
  let historian: Historian;
  let stored = 0;
  beforeAll(async () => {
    historian = await openEmbeddedHistorian({ folder: join(root, 'kinds') });
  });
  afterAll(() => historian.close());

  const kinds: [string, unknown][] = [
    ['an object', { value: 1 }],
    ['an array', [1]],
    ['null', null],
    ['nothing', undefined],
    ['a boolean', true],
    ['a bigint', 2n ** 63n],
    ['a symbol', Symbol('5')],
    ['a function', () => 5],
    ['a boxed number', Object(5)],
    ['a date', new Date(0)],
  ];
  it.each(kinds)('refuses the whole batch, naming the point: %s', async (_, value) => {
    const before = historian.stats().points;
    const batch = new PointBatch();
    batch.add(KEY, 1000, 1, 192);
    batch.add(KEY, 2000, value as PointValue, 192);
    batch.add(KEY, 3000, 3, 192);
    await expect(historian.append(batch)).rejects.toThrow(/point 1/);
    expect(historian.stats().points).toBe(before);
    const next = new PointBatch();
    next.add(KEY, 4000 + ++stored, 4, 192);
    await historian.append(next);
    const { timesMs } = await historian.readSeries(KEY, ...ALL);
    expect([...timesMs]).toEqual(Array.from({ length: stored }, (_unused, i) => 4001 + i));
  });

  const numbers: [string, (batch: PointBatch) => void][] = [
    ['a time that is none', (batch) => batch.add(KEY, Number.NaN, 1, 192)],
    ['a time with a fraction', (batch) => batch.add(KEY, 0.5, 1, 192)],
    ['a time without end', (batch) => batch.add(KEY, Number.POSITIVE_INFINITY, 1, 192)],
    ['a negative key', (batch) => batch.add(-1, 1000, 1, 192)],
    ['a key beyond what is exact', (batch) => batch.add(2 ** 53, 1000, 1, 192)],
    ['a key that is none', (batch) => batch.add(Number.NaN, 1000, 1, 192)],
    ['a quality beyond a byte', (batch) => batch.add(KEY, 1000, 1, 256)],
    ['a quality that is none', (batch) => batch.add(KEY, 1000, 1, Number.NaN)],
  ];
  it.each(numbers)('so does %s', async (_, add) => {
    const before = historian.stats().points;
    const batch = new PointBatch();
    batch.add(KEY, 1000, 1, 192);
    add(batch);
    await expect(historian.append(batch)).rejects.toThrow(/point 1/);
    expect(historian.stats().points).toBe(before);
  });
});

describe('odd values', () => {
  it('are kept bit for bit, over a restart too: NaN, infinities, -0, subnormals, beyond 2^53', async () => {
    const values = [
      Number.NaN,
      Infinity,
      -Infinity,
      -0,
      0,
      5e-324,
      -5e-324,
      1.7976931348623157e308,
      2 ** 53 + 2,
      -(2 ** 63),
    ];
    const historian = await openIn('odd');
    const batch = new PointBatch();
    for (const [i, value] of values.entries()) batch.add(KEY, i, value, 192);
    await historian.append(batch);
    const read = async (from: Historian) => [...(await from.readSeries(KEY, ...ALL)).values];
    expect(await read(historian)).toEqual(values);
    await open.pop()?.close();
    expect(await read(await openIn('odd'))).toEqual(values);
  });

  it('are kept exactly: strings that are empty, look like numbers, hold half a character or a NUL', async () => {
    const values = ['', '5', 'NaN', '\0', '😀', '\u2028', '__proto__', 'x'.repeat(65_536)];
    const historian = await openIn('strings');
    const batch = new PointBatch();
    for (const [i, value] of values.entries()) batch.add(KEY, i, value, 192);
    await historian.append(batch);
    await open.pop()?.close();
    const again = await openIn('strings');
    expect([...(await again.readSeries(KEY, ...ALL)).values]).toEqual(values);
  });

  it('may be long: strings of a megabyte come back whole and leave the store able to go on', async () => {
    const historian = await openIn('long');
    const long = (i: number) => String.fromCharCode(97 + i).repeat(2 ** 20 + i);
    const batch = new PointBatch();
    for (let i = 0; i < 20; i++) batch.add(KEY, i, long(i), 192);
    await historian.append(batch);
    await open.pop()?.close();
    const again = await openIn('long');
    const { values } = await again.readSeries(KEY, ...ALL);
    expect([...values].every((value, i) => value === long(i))).toBe(true);
    const next = new PointBatch();
    next.add(KEY, 100, 1, 192);
    await again.append(next);
    expect((await again.stateAt([KEY], 1000))[0]?.value).toBe(1);
  });
});

describe('one batch', () => {
  it('may hold a million points', async () => {
    const historian = await openIn('points');
    const batch = new PointBatch();
    const at = (i: number) => ((i * 7919) % 100_003) / 8;
    for (let i = 0; i < 1_000_000; i++) batch.add(KEY, i * 1000, at(i), 192);
    await historian.append(batch);
    const { timesMs, values } = await historian.readSeries(KEY, 0, 999_999_000);
    expect(timesMs).toHaveLength(1_000_000);
    let wrong = 0;
    for (let i = 0; i < values.length; i++) if (values[i] !== at(i)) wrong++;
    expect(wrong).toBe(0);
  }, 120_000);

  it(`may name ${SERIES} series, which are there after a restart`, async () => {
    const historian = await openIn('series');
    const batch = new PointBatch();
    for (let asset = 1; asset <= SERIES / 1000; asset++) {
      for (let item = 0; item < 1000; item++) batch.add(seriesKey(asset, item), 5000, asset + item / 1000, 192);
    }
    await historian.append(batch);
    expect(historian.stats()).toMatchObject({ series: SERIES, points: SERIES });
    await open.pop()?.close();
    const again = await openIn('series');
    expect(again.stats()).toMatchObject({ series: SERIES, points: SERIES, faults: [] });
    const [state] = await again.stateAt([seriesKey(47, 123)], 6000);
    expect(state).toEqual({ key: seriesKey(47, 123), timeMs: 5000, value: 47.123, quality: 192 });
  }, 600_000);
});
