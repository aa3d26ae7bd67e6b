import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { assetGroupTreeQuery } from '#api/asset-group-queries.ts';
import { assetsBelow } from '#pages/asset-group-tree.ts';
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
