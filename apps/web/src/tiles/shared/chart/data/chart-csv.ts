import { CSV_BOM, csvLine } from '@telltale/domain';
import type { SeriesFrame } from '#readings/series.ts';
import type { SeriesSpec } from '../model/chart-spec.ts';

/**
 * The points of a frame as CSV, as the portal's own exports write it (spec 3 §6): `Time` in ISO 8601 UTC and a column
 * `Label (unit)` per series. Rows in which no series has a point are left out.
 */
export function chartCsv(frame: SeriesFrame, series: readonly Pick<SeriesSpec, 'label' | 'unit'>[]): string {
  const header = series.map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`));
  const lines = [csvLine(['Time', ...header])];
  for (const [row, time] of frame.times.entries()) {
    const values = series.map((_, index) => {
      const value = frame.columns[index]?.[row] ?? null;
      return Number.isNaN(value) ? null : value;
    });
    if (values.every((value) => value === null)) continue;
    lines.push(csvLine([new Date(Math.round(time * 1000)).toISOString(), ...values]));
  }
  return `${CSV_BOM}${lines.join('\r\n')}\r\n`;
}

/** A name that every file system takes: `Pump pressures 2026-11-20 1403.csv`. */
export function csvFileName(title: string, fromMs: number): string {
  const safe = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  const moment = new Date(fromMs).toISOString().slice(0, 16).replace('T', ' ').replace(':', '');
  return `${safe || 'Chart'} ${moment}.csv`;
}
