import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import { treeOptions } from '#ui/access/group-tree.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import { unitTree } from './unit-tree.ts';

interface UnitChoiceProps {
  adminId: number;
  onChange: (adminId: number) => void;
}

/** The admin unit that the page shows; there is nothing to choose while there is only one. */
export const UnitChoice = memo(function UnitChoice({ adminId, onChange }: UnitChoiceProps) {
  const { data } = useQuery(adminUnitsQuery);
  if (data === undefined || data.length < 2) return null;
  return (
    <Select
      aria-label="Admin unit"
      w={220}
      searchable
      allowDeselect={false}
      renderOption={renderTreeOption}
      data={treeOptions(unitTree(data))}
      value={String(adminId)}
      onChange={(value) => value !== null && onChange(Number(value))}
    />
  );
});
