import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { bindCondition } from '#features/alarms/alarm-expressions.ts';
import { AlarmRun } from '#features/alarms/alarm-run.ts';
import { blankDefinition } from '#features/alarms/asked-alarms.ts';

/** A rule for a sort of recording, as the guide shows it. */
export interface AnomalyRule {
  readonly expression: string;
  /** Seconds. */
  readonly onDelay: number;
  readonly offDelay: number;
}

interface RecordedRow {
  readonly timeMs: number;
  /** By column; undefined where nothing was measured. */
  readonly values: readonly (number | undefined)[];
  /** Undefined: not labelled. */
  readonly isAnomalous: boolean | undefined;
}

export interface Recording {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly RecordedRow[];
}

export interface Detection {
  readonly name: string;
  /** Stretches that are labelled as anomalous, and how many of them raised the alarm. */
  readonly events: number;
  readonly caught: number;
  /** Seconds from the beginning of each that was caught. */
  readonly delays: readonly number[];
  /** Raised while nothing was labelled, or in what has no labels because nothing was wrong. */
  readonly falseAlarms: number;
  readonly normalDays: number;
}

const DAY_MS = 86_400_000;

/** Closed valves, leaks, imbalance and cavitation of a pump: less flow than lately, or more vibration. */
export const SKAB_RULE: AnomalyRule = {
  expression:
    'avg(_Volume_Flow_RateRMS, 30) < 0.985 * avg(_Volume_Flow_RateRMS, 300) or avg(_Accelerometer1RMS, 10) > 1.2 * avg(_Accelerometer1RMS, 300)',
  onDelay: 5,
  offDelay: 30,
};

/** Events of wells, by the folder of their class. */
export const WELL_RULES: Readonly<Record<string, AnomalyRule>> = {
  // The safety valve closes: the pressure at the sea bed falls away.
  2: { expression: 'delta(_P_TPT, 60) < -100000', onDelay: 0, offDelay: 60 },
  // Slugs: the pressure swings, again and again.
  3: { expression: 'stddev(_P_TPT, 900) > 50000', onDelay: 0, offDelay: 600 },
  4: { expression: 'stddev(_P_MON_CKP, 900) > 50000', onDelay: 0, offDelay: 600 },
  // The choke is blocked: the pressure in front of it rises.
  6: { expression: 'delta(_P_MON_CKP, 60) > 100000', onDelay: 0, offDelay: 60 },
};

/** A file of SKAB, or of 3W. */
export function readRecording(file: string): Recording {
  const isSkab = !basename(file).startsWith('WELL');
  const separator = isSkab ? ';' : ',';
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const header = head.split(separator);
  const label = header.indexOf(isSkab ? 'anomaly' : 'class');
  const columns = header.slice(1).filter((name) => !['anomaly', 'changepoint', 'class'].includes(name));
  const rows = lines.map((line) => {
    const cells = line.split(separator);
    const number = (cell: string | undefined) => (cell === undefined || cell === '' ? undefined : Number(cell));
    const labelled = number(cells[label]);
    return {
      timeMs: Date.parse(`${(cells[0] ?? '').replace(' ', 'T').slice(0, 19)}Z`),
      values: columns.map((name) => number(cells[header.indexOf(name)])),
      isAnomalous: label === -1 ? false : labelled === undefined ? undefined : labelled > 0,
    };
  });
  return { name: file.split('/').slice(-2).join('/'), columns, rows };
}

/** Runs a rule over a recording as the portal does over what comes in, and holds it against the labels. */
export function detect({ name, columns, rows }: Recording, { expression, onDelay, offDelay }: AnomalyRule): Detection {
  const items = columns.map((label, i) => ({ dataItemId: (i + 1) as DataItemId, label }));
  const bound = bindCondition({ expression, variables: [] }, { own: items, others: [] });
  const definition = { ...blankDefinition(1 as AssetDefinitionId), onDelay, offDelay };
  const run = new AlarmRun(1 as AssetId, definition, { own: bound, override: undefined, method: 0 }, false);
  const raised: number[] = [];
  let isActive = false;
  const activeAt = new Set<number>();
  const take = (flanks: ReturnType<AlarmRun['update']>) => {
    for (const { active, atMs } of flanks) {
      isActive = active;
      if (active) raised.push(atMs);
    }
  };
  for (const { timeMs, values } of rows) {
    take(run.passUntil(timeMs));
    for (const { dataItemId, run: condition, place } of run.targets) {
      const value = values[dataItemId - 1];
      if (value !== undefined) condition.set(place, timeMs, value);
    }
    take(run.update(timeMs));
    if (isActive) activeAt.add(timeMs);
  }
  return { name, ...heldAgainst(rows, raised, activeAt) };
}

function heldAgainst(rows: readonly RecordedRow[], raised: readonly number[], activeAt: ReadonlySet<number>) {
  const events: { fromMs: number; toMs: number }[] = [];
  let isOpen = false;
  let normalMs = 0;
  for (const [i, { timeMs, isAnomalous }] of rows.entries()) {
    const last = events.at(-1);
    // What is not labelled belongs to what stands before it.
    if (isAnomalous === undefined) continue;
    if (isAnomalous && isOpen && last) last.toMs = timeMs;
    else if (isAnomalous) events.push({ fromMs: timeMs, toMs: timeMs });
    else normalMs += Math.min(5_000, timeMs - (rows[i - 1]?.timeMs ?? timeMs));
    isOpen = isAnomalous;
  }
  const delays = events.flatMap(({ fromMs, toMs }) => {
    const first = rows.find(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs && activeAt.has(timeMs));
    return first ? (first.timeMs - fromMs) / 1_000 : [];
  });
  const isWithin = (atMs: number) => events.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
  const isLabelled = (atMs: number) => rows.findLast(({ timeMs }) => timeMs <= atMs)?.isAnomalous !== undefined;
  const falseAlarms = raised.filter((atMs) => !isWithin(atMs) && isLabelled(atMs)).length;
  return { events: events.length, caught: delays.length, delays, falseAlarms, normalDays: normalMs / DAY_MS };
}

export const skabFiles = (data: string): string[] =>
  ['valve1/0', 'valve1/1', 'valve1/2', 'valve1/4', 'valve2/0', 'valve2/1', 'other/1', 'other/2', 'other/9', 'other/12']
    .concat(['other/13', 'anomaly-free/anomaly-free'])
    .map((name) => join(data, 'skab', `${name}.csv`));

export const wellFiles = (data: string): { file: string; rule: AnomalyRule }[] =>
  [
    ['2', 'WELL-00003_20180206182917'],
    ['3', 'WELL-00014_20170919210016'],
    ['4', 'WELL-00001_20170316120203'],
    ['6', 'WELL-00004_20171031181509'],
    ['6', 'WELL-00004_20171031193025'],
  ].map(([kind = '', name = '']) => ({
    file: join(data, '3w-wells', kind, `${name}.csv`),
    rule: WELL_RULES[kind] as AnomalyRule,
  }));
