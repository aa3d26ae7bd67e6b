import type { Facts } from './measure.ts';

interface Row {
  label: string;
  fact: string;
  show: (value: number) => string;
  /** A greater value is better: the ratio is ours over theirs either way. */
  isRate?: true;
  /** What the ratio must be at least (rates) or at most, against VictoriaMetrics and DuckDB. */
  victoria?: number;
  duckDb?: number;
  /** What our own value must be at most. */
  most?: number;
}

const perSecond = (value: number): string => `${(value / 1e6).toFixed(2)} M/s`;
const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} ms`;
const bytes = (value: number): string => `${value.toFixed(2)} B`;
const megabytes = (value: number): string => `${(value / 2 ** 20).toFixed(0)} MB`;

const rows: Row[] = [
  { label: 'ingest, 1,000-point commits', fact: 'ingest1000', show: perSecond, isRate: true, victoria: 2, duckDb: 2 },
  {
    label: 'ingest, 20,000-point commits',
    fact: 'ingest20000',
    show: perSecond,
    isRate: true,
    victoria: 4,
    duckDb: 1.6,
  },
  { label: 'bytes a point settled, generated shapes', fact: 'bytesPerPoint', show: bytes, victoria: 1.1, duckDb: 0.8 },
  { label: 'bytes a point settled, real shapes', fact: 'bytesPerPoint.real', show: bytes, victoria: 1.1, duckDb: 0.8 },
  { label: 'bytes written to disk a point', fact: 'writtenPerPoint', show: bytes, most: 8 },
  { label: 'bytes written to disk a point, real shapes', fact: 'writtenPerPoint.real', show: bytes, most: 8 },
  {
    label: 'processor time a point (with the driver)',
    fact: 'processorPerPoint',
    show: (value) => `${value.toFixed(0)} ns`,
  },
  { label: 'Q1: raw hour of one series, p50', fact: 'rawHour', show: ms, victoria: 0.1, duckDb: 0.1 },
  { label: 'Q2: day to 600 min-max buckets, p50', fact: 'minMaxDay', show: ms, victoria: 0.6, duckDb: 0.4 },
  { label: 'Q3: eight series × day in columns, p50', fact: 'eightDays', show: ms, victoria: 0.8, duckDb: 0.7 },
  { label: 'Q5: Q2 during full ingest, p95', fact: 'minMaxDayBusy', show: ms, victoria: 1, duckDb: 0.1 },
  { label: 'resident memory, 5,000 series', fact: 'residentBytes.many', show: megabytes, victoria: 1, duckDb: 0.5 },
];

/** Our value beside the others' with the ratio, what it should be, and whether it is. */
export function ratioTable(measured: ReadonlyMap<string, Facts>): string {
  const lines = [
    '| | Telltale | VictoriaMetrics | ratio (goal) | DuckDB | ratio (goal) |',
    '|---|---|---|---|---|---|',
  ];
  const ours = measured.get('Telltale') ?? {};
  for (const row of rows) {
    const mine = ours[row.fact];
    if (mine === undefined) continue;
    const own =
      row.most === undefined ? row.show(mine) : `${row.show(mine)} (≤ ${row.most}) ${mine <= row.most ? '✓' : '✗'}`;
    const cells = [row.label, own];
    for (const [engine, goal] of [
      ['VictoriaMetrics', row.victoria],
      ['DuckDB', row.duckDb],
    ] as const) {
      const theirs = measured.get(engine)?.[row.fact];
      cells.push(
        theirs === undefined ? '–' : row.show(theirs),
        theirs === undefined ? '–' : ratio(mine / theirs, goal, row),
      );
    }
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

function ratio(value: number, goal: number | undefined, row: Row): string {
  const text = `${value.toFixed(2)} ×`;
  if (goal === undefined) return text;
  const isMet = row.isRate ? value >= goal : value <= goal;
  return `${text} (${row.isRate ? '≥' : '≤'} ${goal}) ${isMet ? '✓' : '✗'}`;
}

/** Our own numbers with their limits. */
export function ownTable(facts: Facts): string {
  const ratioTo = (value: number): number => value / (facts.minMaxClean ?? Number.NaN);
  const rows: [label: string, fact: string, shown: string, goal: string, isMet: boolean][] = [];
  const add = (
    label: string,
    fact: string,
    show: (value: number) => string,
    goal: string,
    isMet: (value: number) => boolean,
  ): void => {
    const value = facts[fact];
    if (value !== undefined) rows.push([label, fact, show(value), goal, isMet(value)]);
  };
  const times = (value: number): string => `${ms(value)}, ${ratioTo(value).toFixed(2)} ×`;
  add('a year of one series at 1 Hz to 600 min-max buckets, p50', 'minMaxYear', ms, '< 30 ms', (value) => value < 30);
  add('the same, p95', 'minMaxYearP95', ms, '', () => true);
  add('resident memory of 50,000 busy series', 'residentWide', megabytes, '< 600 MB', (value) => value < 600 * 2 ** 20);
  add(
    'arrays in memory, a busy series',
    'headPerSeries',
    (value) => `${(value / 1024).toFixed(1)} kB`,
    '≤ 6 kB',
    (value) => value <= 6144,
  );
  add('late points all over a day, 1,000-point commits', 'late', perSecond, '≥ 0.05 M/s', (value) => value >= 50_000);
  add('Q2 without late points', 'minMaxClean', ms, '', () => true);
  add('Q2 with late points still in memory', 'minMaxLateFresh', times, '≤ 2 ×', (value) => ratioTo(value) <= 2);
  add('Q2 with late points in the chunks', 'minMaxLate', times, '≤ 2 ×', (value) => ratioTo(value) <= 2);
  const lines = rows.map(
    ([label, , shown, goal, isMet]) => `| ${label} | ${shown} | ${goal}${goal === '' ? '' : isMet ? ' ✓' : ' ✗'} |`,
  );
  return ['| | Telltale | goal |', '|---|---|---|', ...lines].join('\n');
}
