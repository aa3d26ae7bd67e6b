import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmFloods, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { refuseSpan } from '../health/alarm-health-service.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import type { FloodFinder } from './flood-finder.ts';
import { type FloodNames, toFlood } from './flood-replies.ts';

export interface FloodListOptions {
  finder: FloodFinder;
  definition: FloodNames['definition'];
  /** The assets in the caller's sight. */
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
  clock: Clock;
}

export interface FloodsAsked {
  fromMs?: EpochMs | undefined;
  toMs?: EpochMs | undefined;
  operators: number;
  assetDefinitionId?: AssetDefinitionId | undefined;
  limit: number;
  offset: number;
}

const USUAL_SPAN_MS = 7 * 86_400_000;

/** Floods of a time, newest first. */
export class FloodListService {
  readonly #options: FloodListOptions;

  constructor(options: FloodListOptions) {
    this.#options = options;
  }

  /** @throws HttpError 400 for a time that is none, or longer than 400 days */
  async list(
    caller: Caller,
    { operators, assetDefinitionId, limit, offset, ...asked }: FloodsAsked,
    signal: AbortSignal,
  ): Promise<{ total: number; floods: alarmFloods.Flood[] }> {
    const { clock, finder, definition, assetsInSight } = this.#options;
    const nowMs = clock.now();
    const { toMs = nowMs } = asked;
    const { fromMs = toMs - USUAL_SPAN_MS } = asked;
    refuseSpan({ fromMs, toMs });
    const assets = new Map<AssetId, AssetFacts>();
    for (const asset of await assetsInSight(caller)) {
      if (assetDefinitionId === undefined || asset.assetDefinitionId === assetDefinitionId)
        assets.set(asset.assetId, asset);
    }
    const floods = (await finder.between(caller, assets, { fromMs, toMs, operators }, signal)).toReversed();
    const names = { assets, definition: (id: AlarmDefinitionId) => definition(id) };
    return {
      total: floods.length,
      floods: floods.slice(offset, offset + limit).map((flood) => toFlood(flood, names, nowMs)),
    };
  }
}
