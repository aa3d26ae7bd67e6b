import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Rows } from './bench-engine.ts';

/** Values of one series, one a second. */
export type SeriesValues = Float64Array;

export const START_MS = Date.UTC(2026, 0, 1);

/** The same numbers on every machine and in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function rounded(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power;
}

/** Ten kinds of signal as field equipment gives them; the number of the series chooses one. */
export function generatedValues(series: number, count: number): SeriesValues {
  const random = seededRandom(series + 1);
  const values = new Float64Array(count);
  let level = 20 + random() * 50;
  let counter = Math.floor(random() * 1e6);
  for (let i = 0; i < count; i++) {
    const noise = random() - 0.5;
    const kind = series % 10;
    if (kind === 0) level += noise * 0.05;
    if (kind === 1) level += noise * 0.5;
    if (kind === 3 && random() < 0.7) counter++;
    if (kind === 4 && random() < 0.002) level = Math.round(random() * 8) * 12.5;
    if (kind === 0) values[i] = rounded(level, 2);
    else if (kind === 1) values[i] = rounded(level, 1);
    else if (kind === 2) values[i] = rounded(level + 5 * Math.sin(i / 900) + noise * 0.2, 3);
    else if (kind === 3) values[i] = counter;
    else if (kind === 4) values[i] = rounded(level, 1);
    else if (kind === 5) values[i] = 230;
    else if (kind === 6) values[i] = rounded(level + noise * 4, 2);
    else if (kind === 7) values[i] = Math.floor(i / 700 + series) % 2;
    else if (kind === 8) values[i] = Math.fround(level + Math.sin(i / 60) + noise);
    else values[i] = rounded(1e5 + 2e4 * Math.sin(i / 5000) + noise * 300, 0);
  }
  return values;
}

/** Folder of the real recordings, or null when they are not on this machine. */
export function findRealData(): string | null {
  const folders = [process.env.TELLTALE_TEST_DATA, resolve(import.meta.dirname, '../../../../shared/data')];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'skab'))) ?? null;
}

/** Columns of the pump test bed and of three oil wells, as they were recorded; empty cells repeat the last value. */
export function realColumns(folder: string): SeriesValues[] {
  const files: [path: string, separator: string][] = [
    ['skab/anomaly-free/anomaly-free.csv', ';'],
    ['3w-wells/3/WELL-00014_20170919210016.csv', ','],
    ['3w-wells/4/WELL-00001_20170316120203.csv', ','],
    ['3w-wells/2/WELL-00003_20180206182917.csv', ','],
  ];
  return files.flatMap(([path, separator]) => columnsOf(readFileSync(join(folder, path), 'utf8'), separator));
}

function columnsOf(text: string, separator: string): SeriesValues[] {
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const cells = rows.map((row) => row.split(separator));
  const columns: SeriesValues[] = [];
  for (let column = 1; column < head.split(separator).length; column++) {
    let last = Number.NaN;
    const values = Float64Array.from(cells, (row) => {
      const cell = row[column];
      if (cell !== undefined && cell !== '') last = Number(cell);
      return last;
    });
    if (!Number.isNaN(values[values.length - 1] ?? Number.NaN) && !Number.isNaN(values[0] ?? Number.NaN)) {
      columns.push(values);
    }
  }
  return columns;
}

/** Real shapes of any number and length: columns repeated with a shift in time and a small one in value. */
export function realValues(columns: readonly SeriesValues[], series: number, count: number): SeriesValues {
  const source = columns[series % columns.length] ?? new Float64Array(1);
  const shift = Math.floor(series / columns.length) * 977;
  return Float64Array.from({ length: count }, (_, i) => source[(i + shift) % source.length] ?? 0);
}

/** All series at one second after the other, as live data comes, in commits of `commitPoints`. */
export function* commits(series: readonly SeriesValues[], seconds: number, commitPoints: number): Generator<Rows> {
  const total = series.length * seconds;
  for (let from = 0; from < total; from += commitPoints) {
    const size = Math.min(commitPoints, total - from);
    const rows: Rows = {
      series: new Int32Array(size),
      timesMs: new Float64Array(size),
      values: new Float64Array(size),
    };
    for (let i = 0; i < size; i++) {
      const number = (from + i) % series.length;
      const second = Math.floor((from + i) / series.length);
      rows.series[i] = number;
      rows.timesMs[i] = START_MS + second * 1000;
      rows.values[i] = series[number]?.[second] ?? 0;
    }
    yield rows;
  }
}
