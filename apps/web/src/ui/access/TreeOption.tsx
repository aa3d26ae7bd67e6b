import type { SelectProps } from '@mantine/core';
import type { TreeOption } from './group-tree.ts';

const STEP_PX = 16;

/** A record of a tree in a list to choose from, as deep as it stands; the field shows its name alone. */
export const renderTreeOption: NonNullable<SelectProps['renderOption']> = ({ option, checked }) => {
  const { label, depth } = option as unknown as TreeOption;
  return <span style={{ paddingInlineStart: depth * STEP_PX, fontWeight: checked ? 600 : undefined }}>{label}</span>;
};
