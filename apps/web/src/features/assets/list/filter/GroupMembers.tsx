import { useQuery } from '@tanstack/react-query';
import type { ownership } from '@telltale/contract';
import { useEffect } from 'react';
import { assetGroupTreeQuery } from '#api/asset-group-queries.ts';
import { Pending } from '#pages/Pending.tsx';

export interface KnownMembers {
  readonly assetGroupId: number;
  readonly assetIds: ReadonlySet<number>;
}

interface GroupMembersProps {
  assetGroupId: number;
  onKnown: (members: KnownMembers) => void;
}

/** Asks which assets stand in a group or below it, and tells; says why not where they cannot be had. */
export function GroupMembers({ assetGroupId, onKnown }: GroupMembersProps) {
  const query = useQuery(assetGroupTreeQuery(assetGroupId));
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) onKnown({ assetGroupId, assetIds: assetsBelow(data) });
  }, [data, assetGroupId, onKnown]);
  return (
    <Pending query={query} label="Loading the asset group" failure="The asset group could not be loaded." rows={8} />
  );
}

function assetsBelow(group: ownership.AssetGroupTree): Set<number> {
  const assetIds = new Set<number>();
  const waiting = [group];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { assetId } of next.assets) assetIds.add(assetId);
    waiting.push(...next.childAssetGroups);
  }
  return assetIds;
}
