import type { EpochMs } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { RaisedSpans } from '@telltale/domain/alarms/raised-spans.ts';
import { nameKey } from '#names.ts';
import { AssetAlarms } from '../../asset-alarms.ts';
import { countChatter } from '../../health/alarm-point-health.ts';
import { NumberColumn } from '../../health/number-column.ts';
import { ConditionReplay } from '../condition-replay.ts';
import { LimitReplay } from '../limit-replay.ts';
import type { PastReader } from '../past-reader.ts';
import type { RecentColumns } from '../recent-columns.ts';
import { conditionsOfSketch, type RunSketch } from '../run-sketch.ts';
import type { Trial } from './messages.ts';

/** When an alarm would have been raised. */
export interface TrialOutcome {
  /** In order; one that goes on ends with the range. */
  readonly intervals: { fromMs: EpochMs; toMs: EpochMs }[];
  readonly count: number;
  readonly longestSeconds: number;
  readonly perHour: number;
  /** Of those, how many came three times or more within a minute. */
  readonly chattering: number;
}

/** A trial has more values to look at than it may. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError';
}

/** Thirty days of four data items, once a second. */
export const MAX_POINTS = 12_000_000;
const MAX_INTERVALS = 10_000;
const HOUR_MS = 3_600_000;

/** @throws TooManyValuesError, or the reason of the signal */
export async function outcomeOf(
  { sketch, limit, fromMs, toMs }: Trial,
  history: PastReader,
  recent: RecentColumns,
  signal: AbortSignal,
): Promise<TrialOutcome> {
  const intervals: { fromMs: EpochMs; toMs: EpochMs }[] = [];
  const raisedMs = new NumberColumn();
  let longestMs = 0;
  let points = 0;
  const spans = new RaisedSpans(fromMs, (span) => {
    raisedMs.push(span.fromMs);
    longestMs = Math.max(longestMs, span.toMs - span.fromMs);
    if (intervals.length < MAX_INTERVALS) intervals.push(span);
  });
  const onFlank = (flank: Flank) => spans.add(flank);
  const onPoints = (read: number) => {
    points += read;
    if (points > MAX_POINTS) throw new TooManyValuesError();
  };
  const alarm = runOf(sketch);
  // What delays and `held` look back at lies before the range.
  const startMs = fromMs - alarm.settleMs;
  if (limit) {
    const replay = new LimitReplay(history, recent);
    await replay.run({ ...limit, fromMs: startMs, toMs }, onFlank, signal, onPoints);
  } else await new ConditionReplay(history).run(alarm, startMs, toMs, onFlank, { signal, onPoints });
  signal.throwIfAborted();
  spans.end(toMs);
  const count = raisedMs.length;
  const perHour = count / ((toMs - fromMs) / HOUR_MS);
  return { intervals, count, longestSeconds: longestMs / 1_000, perHour, chattering: countChatter(raisedMs.view()) };
}

function runOf({ assetId, tried, asked, attributes, zone }: RunSketch) {
  const sketches = new Map(asked.map((one) => [one.definition, one]));
  const alarms = new AssetAlarms({
    assetId,
    definitions: [...sketches.keys()],
    isActive: () => false,
    around: { attribute: (name) => attributes.get(nameKey(name)), zone },
    conditionsOf: (definition) => conditionsOfSketch(sketches.get(definition) as (typeof asked)[number]),
  });
  return alarms.run(tried.definition, conditionsOfSketch(tried));
}
