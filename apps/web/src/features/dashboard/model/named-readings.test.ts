import { describe, expect, it } from 'vitest';
import { MISSING_READING, type Reading, type ReadingSource } from '#readings/readings.ts';
import { namedReadings } from './named-readings.ts';

const reading = (name: string): Reading => ({ ...MISSING_READING, state: 'ok', name, label: name });
const item = { assetId: 1, dataItemId: 7 };

describe('the names of a system', () => {
  it('stand in the place of alias and label, on the same object until the value changes', () => {
    let current = reading('Pressure');
    const source: ReadingSource = { subscribe: () => () => undefined, read: () => current };
    const named = namedReadings(source, new Map([[7, 'North pressure']]));
    const first = named.read(item);
    expect(first).toEqual({ ...current, name: 'North pressure' });
    expect(named.read(item)).toBe(first);
    current = reading('Pressure');
    expect(named.read(item)).not.toBe(first);
    expect(named.read({ ...item, dataItemId: 8 })).toBe(current);
    current = MISSING_READING;
    expect(named.read(item)).toBe(MISSING_READING);
  });

  it('that are none leave the source as it is', () => {
    const source: ReadingSource = { subscribe: () => () => undefined, read: () => MISSING_READING };
    expect(namedReadings(source, new Map())).toBe(source);
  });
});
