import type { AssetId, alarmHealth, EpochMs } from '@telltale/contract';
import { DelayedCondition, type Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { LimitTrial } from '@telltale/domain/alarms/limit-trial.ts';
import { RaisedSpans } from '@telltale/domain/alarms/raised-spans.ts';
import type { PlainLimit } from '@telltale/domain/expression/plain-limits.ts';
import { type CureChange, changedRule, deadbandChanges, delayChanges, thresholdChanges } from './cure-rule.ts';
import { type ActedAlarm, Judge } from './cure-verdict.ts';
import { LimitProfile } from './limit-profile.ts';

/** One asset whose past is looked at. */
export interface StudiedAsset {
  readonly assetId: AssetId;
  /** In order of `actedMs`. */
  readonly acted: readonly ActedAlarm[];
  /** When its condition came true and ceased to be, by the rule in force but without delays. */
  flanks(onFlank: (flank: Flank) => void): Promise<void>;
  /** When it would be raised by a rule, delays and all. */
  raised(rule: alarmHealth.AlarmRule, onFlank: (flank: Flank) => void): Promise<void>;
  /** The values of a sole limit's variable from the beginning of the time on, the one in force then at first. */
  values(onValue: (timeMs: EpochMs, value: number) => void): Promise<void>;
}

export interface CureStudyInput {
  readonly rule: alarmHealth.AlarmRule;
  /** Undefined: the condition is more than one comparison, so that only delays can be told. */
  readonly limit: PlainLimit | undefined;
  readonly assets: readonly StudiedAsset[];
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

interface Total {
  alarms: number;
  noise: number;
}

export interface CureStudy {
  readonly outcome: Total;
  readonly kept: number;
  /** Acted-on alarms that the rule in force does not raise in what is recorded. */
  readonly unseen: number;
  readonly cures: alarmHealth.AlarmCure[];
}

/** Two cures that take away the same but for this share of the noise are as good as each other. */
const AS_GOOD = 0.02;
/** Of cures that are as good, the one that intrudes least. */
const MILDEST: readonly alarmHealth.CureKind[] = ['deadband', 'delay', 'threshold'];

/** Tries changes of a rule on the past of assets: which would have taken away most noise, and nothing that anybody acted on. */
export async function studyCures(input: CureStudyInput): Promise<CureStudy> {
  const { rule, limit, assets, fromMs, toMs } = input;
  const flanksOf = new Map<StudiedAsset, Flank[]>();
  const profile = limit && new LimitProfile(limit.operator, limit.value);
  const plain = { deadband: rule.deadband, limit: limit?.value ?? 0, operator: limit?.operator ?? '>' } as const;
  for (const asset of assets) {
    const flanks: Flank[] = [];
    flanksOf.set(asset, flanks);
    const keep = (flank: Flank) => void flanks.push(flank);
    if (!profile) {
      await asset.flanks(keep);
      continue;
    }
    const trial = new LimitTrial({ ...plain, onDelayMs: 0, offDelayMs: 0 }, keep);
    await asset.values((timeMs, value) => {
      trial.look(timeMs, value);
      profile.look(value);
    });
    profile.finish();
  }

  const seen = new Map<StudiedAsset, ActedAlarm[]>();
  const outcome: Total = { alarms: 0, noise: 0 };
  let unseen = 0;
  for (const asset of assets) {
    const judge = new Judge(asset.acted);
    if (limit === undefined || rule.deadband === 0) await delayed(flanksOf.get(asset) ?? [], rule, judge, fromMs, toMs);
    else await judged(asset, rule, judge, fromMs, toMs);
    seen.set(
      asset,
      asset.acted.filter((one) => !judge.lost.has(one)),
    );
    unseen += judge.lost.size;
    outcome.alarms += judge.alarms;
    outcome.noise += judge.noise;
  }

  const tried: { change: CureChange; total: Total; isSafe: boolean }[] = [];
  const add = (change: CureChange) => {
    const entry = { change, total: { alarms: 0, noise: 0 }, isSafe: true };
    tried.push(entry);
    return entry;
  };
  const take = (entry: (typeof tried)[number], judge: Judge) => {
    entry.total.alarms += judge.alarms;
    entry.total.noise += judge.noise;
    if (judge.lost.size > 0) entry.isSafe = false;
  };
  for (const change of delayChanges(rule)) {
    const entry = add(change);
    for (const asset of assets) {
      const judge = new Judge(seen.get(asset) ?? []);
      await delayed(flanksOf.get(asset) ?? [], changedRule(rule, change), judge, fromMs, toMs);
      take(entry, judge);
    }
  }
  if (limit && profile) {
    const entries = [
      ...deadbandChanges(rule.deadband, profile.dips.view()),
      ...thresholdChanges(limit.operator, limit.value, profile.peaks.view()),
    ].map(add);
    for (const asset of assets) {
      const trials = entries.map((entry) => {
        const judge = new Judge(seen.get(asset) ?? []);
        const spans = new RaisedSpans(fromMs, (span) => judge.add(span));
        const { deadband = rule.deadband, limit: value = limit.value } = entry.change;
        const delays = { onDelayMs: rule.onDelay * 1_000, offDelayMs: rule.offDelay * 1_000 };
        const trial = new LimitTrial({ operator: limit.operator, limit: value, deadband, ...delays }, (one) =>
          spans.add(one),
        );
        return { entry, judge, spans, trial };
      });
      await asset.values((timeMs, value) => {
        for (const { trial } of trials) trial.look(timeMs, value);
      });
      for (const { entry, judge, spans, trial } of trials) {
        trial.finish(toMs);
        spans.end(toMs);
        take(entry, judge.finish());
      }
    }
  }

  const kept = [...seen.values()].reduce((count, acted) => count + acted.length, 0);
  const cures: alarmHealth.AlarmCure[] = [];
  for (const kind of MILDEST) {
    const safe = tried.filter(
      ({ change, isSafe, total }) => isSafe && change.kind === kind && total.noise < outcome.noise,
    );
    const found = await firstThatHolds(mildestOf(safe, outcome.noise), async ({ change }) => {
      // What a deadband and delays do to one another is told by the whole rule alone.
      if (rule.deadband === 0 || kind !== 'delay') return true;
      for (const asset of assets) {
        const judge = new Judge(seen.get(asset) ?? []);
        await judged(asset, changedRule(rule, change), judge, fromMs, toMs);
        if (judge.lost.size > 0) return false;
      }
      return true;
    });
    if (!found) continue;
    const { change, total } = found;
    const removed = 1 - total.noise / outcome.noise;
    cures.push({ kind, rule: changedRule(rule, change), outcome: total, removed });
  }
  // Equal ones stay in the order of mildness.
  cures.sort((a, b) => (Math.abs(a.removed - b.removed) <= AS_GOOD ? 0 : b.removed - a.removed));
  return { outcome, kept, unseen, cures };
}

/** The mildest of those that are nearly as good as the best, then the others. */
function mildestOf<Tried extends { change: CureChange; total: Total }>(safe: readonly Tried[], noise: number): Tried[] {
  const least = Math.min(...safe.map(({ total }) => total.noise));
  const isGood = ({ total }: Tried) => total.noise - least <= AS_GOOD * noise;
  const order = (a: Tried, b: Tried) => a.change.weight - b.change.weight;
  return [
    ...safe.filter(isGood).sort(order),
    ...safe.filter((one) => !isGood(one)).sort((a, b) => a.total.noise - b.total.noise),
  ];
}

async function firstThatHolds<T>(of: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of of) if (await holds(one)) return one;
  return undefined;
}

/** What delays make of a condition whose changes are known. */
async function delayed(
  flanks: readonly Flank[],
  { onDelay, offDelay }: Pick<alarmHealth.AlarmRule, 'onDelay' | 'offDelay'>,
  judge: Judge,
  fromMs: EpochMs,
  toMs: EpochMs,
): Promise<void> {
  const condition = new DelayedCondition({ onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 });
  const spans = new RaisedSpans(fromMs, (span) => judge.add(span));
  for (const { active, atMs } of flanks) for (const flank of condition.update(active, atMs)) spans.add(flank);
  for (const flank of condition.update(undefined, toMs)) spans.add(flank);
  spans.end(toMs);
  judge.finish();
  await new Promise((resolve) => setImmediate(resolve));
}

async function judged(
  asset: StudiedAsset,
  rule: alarmHealth.AlarmRule,
  judge: Judge,
  fromMs: EpochMs,
  toMs: EpochMs,
): Promise<void> {
  const spans = new RaisedSpans(fromMs, (span) => judge.add(span));
  await asset.raised(rule, (flank) => spans.add(flank));
  spans.end(toMs);
  judge.finish();
}
