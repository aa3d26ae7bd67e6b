import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmHealth, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import { actedTogether } from './acted-together.ts';
import { pointHealths } from './alarm-point-health.ts';
import { countTenMinutes, courseOf, floodsOf, peakOf, SLOT_MS, type Span } from './alarm-rate.ts';
import { ranking } from './bad-actors.ts';
import type { OccurrenceReader } from './occurrence-reader.ts';

export interface AlarmHealthOptions {
  reader: OccurrenceReader;
  definition: (alarmDefinitionId: AlarmDefinitionId) => AlarmDefinitionRecord | undefined;
  /** The assets in the caller's sight. */
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
  clock: Clock;
}

export interface HealthInput extends Partial<Record<keyof Span, EpochMs | undefined>> {
  operators: number;
  assetDefinitionId?: AssetDefinitionId | undefined;
}

const USUAL_SPAN_MS = 7 * 86_400_000;
const MAX_SPAN_MS = 400 * 86_400_000;
const COURSE_STEPS = 168;
const TOP = 10;
const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();

/** Tells how alarms behaved: figures of the load on operators, and the alarms that make it. */
export class AlarmHealthService {
  readonly #options: AlarmHealthOptions;

  constructor(options: AlarmHealthOptions) {
    this.#options = options;
  }

  /** @throws HttpError 400 for a time that is none, or longer than 400 days */
  async read(caller: Caller, { operators, assetDefinitionId, ...asked }: HealthInput, signal: AbortSignal) {
    const { toMs = this.#options.clock.now() } = asked;
    const { fromMs = toMs - USUAL_SPAN_MS } = asked;
    refuseSpan({ fromMs, toMs });
    const { reader, definition, assetsInSight } = this.#options;
    const assets = new Map<AssetId, AssetFacts>();
    for (const asset of await assetsInSight(caller)) {
      if (assetDefinitionId === undefined || asset.assetDefinitionId === assetDefinitionId)
        assets.set(asset.assetId, asset);
    }
    const span = { fromMs, toMs };
    const occurrences = await reader.read({ ...span, isWanted: (assetId) => assets.has(assetId) }, signal);
    const { healths, timesMs } = pointHealths(occurrences, span);
    const rates = countTenMinutes(timesMs, span);
    const points = occurrences.points.flatMap(({ assetId, alarmDefinitionId }, place) => {
      const health = healths[place];
      return health ? [{ assetId, alarmDefinitionId, health, definition: definition(alarmDefinitionId) }] : [];
    });
    const together = actedTogether(
      Map.groupBy(
        points.filter(({ health }) => health.actsMs.length > 0),
        ({ assetId }) => assetId,
      )
        .values()
        .map((ofAsset) =>
          ofAsset.map(({ alarmDefinitionId, health }) => ({ alarmDefinitionId, actsMs: health.actsMs })),
        ),
    );
    const sum = (of: (health: (typeof healths)[number]) => number) =>
      healths.reduce((total, one) => total + of(one), 0);
    const alarms = timesMs.length;
    const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);
    const top = healths
      .map((one) => one.alarms)
      .sort((a, b) => b - a)
      .slice(0, TOP);
    const peak = peakOf(rates, operators);
    const { floods, share: floodShare } = floodsOf(rates, operators);
    const opened = countOpened(occurrences.raisedMs.view(), fromMs);
    const priorities = new Map<number, number>();
    for (const one of points) {
      const severity = one.definition?.severity;
      if (severity !== undefined && one.health.alarms > 0)
        priorities.set(severity, (priorities.get(severity) ?? 0) + one.health.alarms);
    }
    const figures: alarmHealth.AlarmFigures = {
      alarms,
      perTenMinutes: alarms / ((toMs - fromMs) / SLOT_MS) / operators,
      peak: peak && { alarms: peak.alarms, at: iso(peak.atMs) },
      floods,
      floodShare,
      chatteringShare: shareOf(
        sum((one) => one.chattering),
        alarms,
      ),
      topTenShare: shareOf(
        top.reduce((total, one) => total + one, 0),
        alarms,
      ),
      standingAverage: sum((one) => one.openMs) / (toMs - fromMs),
      standing: sum((one) => (one.isStanding ? 1 : 0)),
      stale: sum((one) => one.stale),
      actedShare: shareOf(
        sum((one) => one.acted),
        opened,
      ),
      priorities: [...priorities]
        .map(([severity, count]) => ({ severity, alarms: count }))
        .sort((a, b) => b.severity - a.severity),
    };
    const { steps, stepMs } = courseOf(rates, COURSE_STEPS);
    return {
      figures,
      course: steps.map(({ atMs, ...rest }) => ({ at: iso(atMs), ...rest })),
      stepSeconds: stepMs / 1_000,
      alarms: ranking({ points, together, opened: openedOf(occurrences, fromMs), total: alarms, assets, definition }),
    };
  }
}

/** @throws HttpError 400 */
export function refuseSpan({ fromMs, toMs }: Span): void {
  if (toMs <= fromMs) throw badRequest('to lies before from.', { field: 'to' });
  if (toMs - fromMs > MAX_SPAN_MS) throw badRequest('The time is longer than 400 days.', { field: 'to' });
}

function countOpened(raisedMs: Float64Array, fromMs: EpochMs): number {
  let count = 0;
  for (const raised of raisedMs) if (raised >= fromMs) count++;
  return count;
}

/** How many times each alarm was opened within the span, by its place. */
function openedOf({ point, raisedMs, points }: Awaited<ReturnType<OccurrenceReader['read']>>, fromMs: EpochMs) {
  const counts = new Uint32Array(points.length);
  for (let i = 0; i < point.length; i++) {
    const place = point.at(i);
    if (raisedMs.at(i) >= fromMs) counts[place] = (counts[place] as number) + 1;
  }
  return counts;
}
