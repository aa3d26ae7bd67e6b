import type { assets } from '@telltale/contract';
import { useEffect, useState } from 'react';
import { forgetIdle, whenIdle } from '#ui/when-idle.ts';
import { TextIndex } from './text-index.ts';

/** Assets that are taken up at once: less than a frame's time. */
const PORTION = 4_000;

const indexes = new WeakMap<readonly assets.Asset[], TextIndex<assets.Asset>>();

/** The name an asset goes by: its alias, else its serial number. */
export function assetName(asset: Pick<assets.Asset, 'assetAlias' | 'serialNumber'>): string {
  return asset.assetAlias || asset.serialNumber;
}

export function definitionName({ assetDefinition }: Pick<assets.Asset, 'assetDefinition'>): string {
  return assetDefinition.alias || assetDefinition.assetDefinitionName;
}

/** The assets by name. The first portion is there at once; further ones are taken up while the browser has nothing to do. */
export function useAssetIndex(list: readonly assets.Asset[]): TextIndex<assets.Asset> {
  const index = indexes.get(list) ?? new TextIndex<assets.Asset>();
  if (!indexes.has(list)) {
    indexes.set(list, index);
    takeUp(index, list);
  }
  const [, setSize] = useState(index.size);
  useEffect(() => {
    if (index.size === list.length) return;
    let waiting: number | undefined;
    const next = () => {
      takeUp(index, list);
      setSize(index.size);
      waiting = index.size < list.length ? whenIdle(next) : undefined;
    };
    waiting = whenIdle(next);
    return () => {
      if (waiting !== undefined) forgetIdle(waiting);
    };
  }, [index, list]);
  return index;
}

function takeUp(index: TextIndex<assets.Asset>, list: readonly assets.Asset[]): void {
  for (const asset of list.slice(index.size, index.size + PORTION)) {
    index.add(asset, assetName(asset), `${asset.serialNumber} ${definitionName(asset)}`);
  }
}
