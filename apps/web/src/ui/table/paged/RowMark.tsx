import { Checkbox } from '@mantine/core';

interface RowMarkProps {
  name: string;
  isMarked: boolean;
  isPartly?: boolean;
  isTabStop?: boolean;
  onMark: (isMarked: boolean) => void;
}

/** The box that marks a row of a table, or all of them. */
export function RowMark({ name, isMarked, isPartly = false, isTabStop = true, onMark }: RowMarkProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      checked={isMarked}
      indeterminate={isPartly}
      onChange={({ currentTarget }) => onMark(currentTarget.checked)}
    />
  );
}
