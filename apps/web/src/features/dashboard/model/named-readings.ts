import type { Reading, ReadingSource } from '#readings/readings.ts';

/** The same readings under other names; a reading stays the same object until its source's changes. */
export function namedReadings(source: ReadingSource, names: ReadonlyMap<number, string>): ReadingSource {
  if (names.size === 0) return source;
  const named = new Map<string, { reading: Reading; shown: Reading }>();
  return {
    subscribe: (item, listener) => source.subscribe(item, listener),
    read(item) {
      const reading = source.read(item);
      const name = names.get(item.dataItemId);
      if (name === undefined || reading.state !== 'ok') return reading;
      const key = `${item.assetId}/${item.dataItemId}`;
      const known = named.get(key);
      if (known?.reading === reading) return known.shown;
      const shown = { ...reading, name };
      named.set(key, { reading, shown });
      return shown;
    },
  };
}
