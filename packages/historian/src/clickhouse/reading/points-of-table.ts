import { type Points, slicePoints } from '../../embedded/points/points.ts';
import type { LastPoint, SeriesKey } from '../../port.ts';
import type { NativeTable } from '../server/native-format.ts';

/** The rows as points of one series; they are in order of time. */
export function pointsOf(table: NativeTable): Points {
  const texts = table.texts('text');
  return {
    timesMs: table.numbers('time'),
    values: table.numbers('value'),
    qualities: table.bytes('quality'),
    texts: texts.some((text) => text !== null) ? texts : null,
  };
}

/** Rows in order of series and time, taken apart. */
export function pointsBySeries(table: NativeTable): Map<SeriesKey, Points> {
  const keys = table.numbers('key');
  const all = pointsOf(table);
  const series = new Map<SeriesKey, Points>();
  for (let from = 0; from < keys.length; ) {
    const key = keys[from] as number;
    let to = from + 1;
    while (to < keys.length && keys[to] === key) to++;
    series.set(key, slicePoints(all, from, to));
    from = to;
  }
  return series;
}

/** Each row as a point of its own. */
export function lastPointsOf(table: NativeTable): LastPoint[] {
  const keys = table.numbers('key');
  const times = table.numbers('time');
  const values = table.numbers('value');
  const texts = table.texts('text');
  const qualities = table.bytes('quality');
  return Array.from(keys, (key, i) => ({
    key,
    timeMs: times[i] as number,
    value: texts[i] ?? (values[i] as number),
    quality: qualities[i] as number,
  }));
}
