import { Select } from '@mantine/core';
import type { ownership } from '@telltale/contract';
import { useMemo } from 'react';
import { treeOptions, treeOrder } from './group-tree.ts';
import { RelationIndex } from './relations.ts';
import { renderTreeOption } from './TreeOption.tsx';

interface GroupSelectProps {
  label: string;
  description?: string;
  groups: readonly ownership.AssetGroup[];
  /** A group that is to be moved: it and those below it cannot be chosen, or the tree would become a circle. */
  except?: number | undefined;
  value: number | null;
  onChange: (assetGroupId: number | null) => void;
  /** A group must be chosen: nothing chosen is no answer. */
  isChoice?: boolean;
}

/** Chooses an asset group from the tree. */
export function GroupSelect({ label, description, groups, except, value, onChange, isChoice }: GroupSelectProps) {
  const data = useMemo(() => {
    const empty = { userGroupUsers: [], userGroupAssetGroups: [], assetGroupAssets: [] };
    const below =
      except === undefined ? new Set() : new RelationIndex({ ...empty, assetGroups: groups }).groupWithBelow(except);
    const tree = treeOrder(
      groups.map(({ assetGroupId, assetGroupName, parentGroupId }) => ({
        id: assetGroupId as number,
        parentId: parentGroupId as number | null,
        name: assetGroupName,
      })),
    );
    return treeOptions(tree.filter(({ record }) => !below.has(record.id)));
  }, [groups, except]);
  return (
    <Select
      label={label}
      description={description}
      searchable
      limit={200}
      allowDeselect={false}
      placeholder={isChoice ? 'Choose a group' : 'None: it stands at the top'}
      renderOption={renderTreeOption}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}
