import type { AssetId } from '@telltale/contract';
import type { AssetEvent } from '#asset-events.ts';
import { nameKey } from '#names.ts';
import type { AlarmRun } from '../alarm-run.ts';

/** Keys of attributes that changed, and were not yet looked at. */
export class ChangedAttributes {
  #byAsset = new Map<AssetId, Set<string>>();

  /** @returns false when somebody waits for a turn already, who takes this along */
  add({ assetId, attributes }: Extract<AssetEvent, { kind: 'attributes-changed' }>): boolean {
    const isFirst = this.#byAsset.size === 0;
    const names = this.#byAsset.get(assetId) ?? new Set();
    for (const { attributeName } of attributes) names.add(nameKey(attributeName));
    this.#byAsset.set(assetId, names);
    return isFirst;
  }

  /** @returns the assets of which an alarm reads what has changed */
  take(runsOf: (assetId: AssetId) => readonly AlarmRun[]): AssetId[] {
    const taken = this.#byAsset;
    this.#byAsset = new Map();
    return [...taken].flatMap(([assetId, names]) => {
      const isRead = runsOf(assetId).some(({ attributes }) => [...names].some((name) => attributes.has(name)));
      return isRead ? [assetId] : [];
    });
  }
}
