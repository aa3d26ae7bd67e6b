import { NO_BANDS, PLAIN_DISPLAY } from '@telltale/contract';
import { UserUnits } from '@telltale/domain/units/user-units.ts';
import { describe, expect, it, vi } from 'vitest';
import { type AssetItem, type Reading, type ReadingSource, WAITING_READING } from './readings.ts';
import type { SeriesFeed, SeriesFrame } from './series.ts';
import { shownLimits } from './shown-limits.ts';
import { shownReadings } from './shown-readings.ts';
import { shownSeries } from './shown-series.ts';
import { inOwnUnit } from './shown-units.ts';

const inBar = new UserUnits({ system: 'sent', units: { pressure: 'bar', temperature: '°C' } });
const item: AssetItem = { assetId: 1, dataItemId: 2 };

const reading = (differences: Partial<Reading> = {}): Reading => ({
  ...WAITING_READING,
  state: 'ok',
  name: 'Pressure',
  unit: 'PSI',
  value: 100,
  ...differences,
});

/** One reading, which a test changes. */
class OneReading implements ReadingSource {
  readonly #listeners = new Set<() => void>();
  current: Reading;

  constructor(current: Reading) {
    this.current = current;
  }

  set(next: Reading): void {
    this.current = next;
    for (const listener of this.#listeners) listener();
  }

  subscribe(_item: AssetItem, listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read = () => this.current;
}

describe('readings as a user reads them', () => {
  it('have value, unit, ends and bands in the other unit, and say what they were', () => {
    const high = { limit: 80, color: '' as const, severity: 5 };
    const stored = reading({ display: { ...PLAIN_DISPLAY, decimals: 0, max: 100, bands: { ...NO_BANDS, high } } });
    const shown = shownReadings(new OneReading(stored), inBar).read(item);
    expect(shown).toMatchObject({ unit: 'bar', display: { decimals: 2, min: null }, sent: stored });
    expect(shown.value).toBeCloseTo(6.894757, 6);
    expect(shown.display.max).toBeCloseTo(6.894757, 6);
    expect(shown.display.bands.high?.limit).toBeCloseTo(5.515806, 6);
  });

  it('stay the same object until the source has another', () => {
    const source = new OneReading(reading());
    const shown = shownReadings(source, inBar);
    expect(shown.read(item)).toBe(shown.read(item));
    const before = shown.read(item);
    source.set(reading({ value: 101 }));
    expect(shown.read(item)).not.toBe(before);
  });

  it.each([
    ['without a unit', { unit: '' }],
    ['in a unit that is not of the table', { unit: 'rpm' }],
    ['in the unit that is wanted', { unit: 'Bar' }],
    ['that is a text', { isString: true, value: null, stringValue: 'open' }],
  ])('are as they are stored %s', (_what, differences) => {
    const stored = reading(differences);
    expect(shownReadings(new OneReading(stored), inBar).read(item)).toBe(stored);
  });

  it('without a value have none in another unit either', () => {
    expect(shownReadings(new OneReading(reading({ value: null })), inBar).read(item)).toMatchObject({
      unit: 'bar',
      value: null,
    });
  });
});

describe('a unit text of a tile', () => {
  const shown = shownReadings(new OneReading(reading()), inBar).read(item);

  it.each([
    ['', 'bar', 6.894757],
    ['psi', 'bar', 6.894757],
    ['psi x 10', 'psi x 10', 100],
    ['bar', 'bar', 100],
    ['%', '%', 100],
  ])('%j: the number stands beside %s', (text, unit, value) => {
    const own = inOwnUnit(shown, text);
    expect(own.unit).toBe(unit);
    expect(own.reading.value).toBeCloseTo(value, 6);
  });

  it('stands as it was beside what is not converted', () => {
    expect(inOwnUnit(reading(), 'lbs')).toMatchObject({ unit: 'lbs', reading: { value: 100 } });
  });
});

describe('the ends that an author gave a scale', () => {
  const [bar, celsius] = [inBar.conversionOf('psi'), inBar.conversionOf('°F')];
  it.each([
    ['one unit', [bar, bar], 6.894757],
    ['nothing converted', [undefined, undefined], 100],
    ['nothing at all', [], 100],
    ['two units', [bar, celsius], null],
    ['a converted and another', [bar, undefined], null],
  ])('for %s', (_what, conversions, max) => {
    const found = shownLimits({ min: null, max: 100 }, conversions);
    expect(found.min).toBeNull();
    if (max === null) expect(found.max).toBeNull();
    else expect(found.max).toBeCloseTo(max, 6);
  });
});

describe('series as a user reads them', () => {
  function feed(frame: SeriesFrame) {
    const listeners = new Set<() => void>();
    const state = { frame };
    const inner: SeriesFeed = {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      frame: () => state.frame,
      isEmpty: () => state.frame.times.length === 0,
      status: () => ({ state: 'ready', droppedSamples: 0 }),
      nowMs: () => 5,
      refresh: () => undefined,
      setPaused: () => undefined,
    };
    const set = (next: SeriesFrame) => {
      state.frame = next;
      for (const listener of listeners) listener();
    };
    return { inner, set, listeners };
  }
  const request = { items: [item], window: { kind: 'live', hours: 1 } as const, threshold: 600, refreshSeconds: 5 };

  it('are the very frame where nothing is converted', () => {
    const { inner } = feed({ times: [1], columns: [[7]] });
    const source = { open: () => inner };
    const shown = shownSeries(source, new OneReading(reading({ unit: 'rpm' })), inBar).open(request);
    expect(shown.frame()).toBe(inner.frame());
  });

  it('are converted once for each frame; what is no value stays none, and a gap a gap', () => {
    const { inner, set } = feed({ times: [1, 2, 3], columns: [[100, null, Number.NaN]] });
    const shown = shownSeries({ open: () => inner }, new OneReading(reading()), inBar).open(request);
    const heard = vi.fn();
    const end = shown.subscribe(heard);
    expect(shown.frame().columns[0]?.[0]).toBeCloseTo(6.894757, 6);
    expect(shown.frame().columns[0]?.slice(1)).toEqual([null, Number.NaN]);
    expect(shown.frame()).toBe(shown.frame());
    set({ times: [4], columns: [[0]] });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(shown.frame()).toEqual({ times: [4], columns: [[0]] });
    end();
  });

  it('wait until the unit is known, keep it while it is not, and follow when it becomes another', () => {
    const { inner, listeners } = feed({ times: [1], columns: [[100]] });
    const sent = new OneReading(WAITING_READING);
    const shown = shownSeries({ open: () => inner }, sent, inBar).open(request);
    const heard = vi.fn();
    const end = shown.subscribe(heard);
    expect([shown.isEmpty(), shown.status().state, shown.frame().times]).toEqual([true, 'loading', []]);
    sent.set(reading());
    expect(heard).toHaveBeenCalledTimes(1);
    expect([shown.isEmpty(), shown.status().state]).toEqual([false, 'ready']);
    sent.set(reading({ value: 5 }));
    expect(heard).toHaveBeenCalledTimes(1);
    sent.set(WAITING_READING);
    expect(shown.frame().columns[0]?.[0]).toBeCloseTo(6.894757, 6);
    sent.set(reading({ unit: 'bar' }));
    expect(heard).toHaveBeenCalledTimes(2);
    expect(shown.frame()).toBe(inner.frame());
    end();
    expect(listeners.size).toBe(0);
  });
});
