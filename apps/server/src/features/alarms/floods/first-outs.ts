import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import type { FloodFinder } from './flood-finder.ts';
import type { FloodNames } from './flood-replies.ts';
import { floodAt, type SeenFlood } from './seen-flood.ts';

/** The alarm that a flood began with. */
export interface FirstOut {
  readonly assetName: string;
  readonly name: string;
  readonly severity: number;
  readonly raisedMs: EpochMs;
  /** How many alarms the flood has so far, with the first one. */
  readonly alarms: number;
}

export interface FirstOutsOptions {
  finder: Pick<FloodFinder, 'recent'>;
  definition: FloodNames['definition'];
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
}

/** Which alarm each of the floods of the last day began with, in which these alarms were raised, as far as the caller sees them; the oldest first. */
export async function firstOutsOf(
  { finder, definition, assetsInSight }: FirstOutsOptions,
  caller: Caller,
  raisedMs: readonly EpochMs[],
): Promise<FirstOut[]> {
  const assets = new Map((await assetsInSight(caller)).map((asset) => [asset.assetId, asset]));
  const floods = await finder.recent(caller, assets);
  const found = new Set(raisedMs.map((timeMs) => floodAt(floods, timeMs)).filter((flood) => flood !== undefined));
  const told = (flood: SeenFlood): FirstOut[] => {
    const { assetId, alarmDefinitionId, raisedMs: firstMs } = flood.firstOut();
    const asset = assets.get(assetId as AssetId);
    const alarm = definition(alarmDefinitionId as AlarmDefinitionId);
    if (!asset || !alarm) return [];
    const { name, severity } = alarm;
    return [{ assetName: asset.name, name, severity, raisedMs: firstMs, alarms: flood.openings.length }];
  };
  return [...found].toSorted((a, b) => a.id - b.id).flatMap(told);
}
