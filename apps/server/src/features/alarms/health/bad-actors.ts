import type { AlarmDefinitionId, AssetId, alarmHealth } from '@telltale/contract';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import type { Companion } from './acted-together.ts';
import type { PointHealth } from './alarm-point-health.ts';

export interface RankedPoint {
  readonly assetId: AssetId;
  readonly alarmDefinitionId: AlarmDefinitionId;
  readonly health: PointHealth;
  /** Undefined: it is gone. */
  readonly definition: AlarmDefinitionRecord | undefined;
}

export interface RankingInput {
  readonly points: readonly RankedPoint[];
  readonly together: ReadonlyMap<AlarmDefinitionId, readonly Companion[]>;
  /** How many times each point was opened, in their order. */
  readonly opened: Uint32Array;
  /** All alarms of the time. */
  readonly total: number;
  readonly assets: ReadonlyMap<AssetId, AssetFacts>;
  readonly definition: (alarmDefinitionId: AlarmDefinitionId) => AlarmDefinitionRecord | undefined;
}

/** Nobody acted on it, often enough to ask what it is for. */
const UNANSWERED_LEAST = 10;
const WORST = 5;
export const MOST_RANKED = 1_000;

/** The definitions whose alarms were open in the time, the most frequent first, and what is wrong with each. */
export function ranking({ points, together, opened, total, assets, definition }: RankingInput) {
  const placed = points.map((point, place) => ({ ...point, opened: opened[place] as number }));
  const byDefinition = Map.groupBy(placed, ({ alarmDefinitionId }) => alarmDefinitionId);
  const ranked: alarmHealth.AlarmHealth[] = [];
  for (const [alarmDefinitionId, ofIt] of byDefinition) {
    const known = ofIt[0]?.definition;
    if (!known) continue;
    const sum = (of: (point: (typeof placed)[number]) => number) => ofIt.reduce((count, one) => count + of(one), 0);
    const alarms = sum(({ health }) => health.alarms);
    const acted = sum(({ health }) => health.acted);
    const chattering = sum(({ health }) => health.chattering);
    const stale = sum(({ health }) => health.stale);
    const companions = (together.get(alarmDefinitionId) ?? []).flatMap(({ times, ...other }) => {
      const named = definition(other.alarmDefinitionId);
      return named ? [{ ...other, name: named.name, times }] : [];
    });
    const kinds: alarmHealth.BadActorKind[] = [];
    if (chattering > 0) kinds.push('chattering');
    if (stale > 0) kinds.push('stale');
    if (acted === 0 && alarms >= UNANSWERED_LEAST) kinds.push('unanswered');
    if (companions.length > 0) kinds.push('together');
    ranked.push({
      alarmDefinitionId,
      assetDefinitionId: known.assetDefinitionId,
      assetDefinitionName: ofIt.map(({ assetId }) => assets.get(assetId)?.definitionName).find(Boolean) ?? '',
      name: known.name,
      severity: known.severity,
      kinds,
      alarms,
      share: total === 0 ? 0 : alarms / total,
      chattering,
      stale,
      acted,
      opened: sum((one) => one.opened),
      longestSeconds: ofIt.reduce((longest, { health }) => Math.max(longest, health.longestMs), 0) / 1_000,
      assets: ofIt.length,
      worst: ofIt
        .toSorted((a, b) => b.health.alarms - a.health.alarms)
        .slice(0, WORST)
        .map(({ assetId, health }) => ({ assetId, assetName: assets.get(assetId)?.name ?? '', alarms: health.alarms })),
      together: companions,
    });
  }
  return ranked
    .sort((a, b) => b.alarms - a.alarms || b.stale - a.stale || a.name.localeCompare(b.name))
    .slice(0, MOST_RANKED);
}
