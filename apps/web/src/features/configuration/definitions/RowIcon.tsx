import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

interface RowIconProps {
  label: string;
  icon: Icon;
  /** Whether Tab stops at it; in a table without arrow keys it always does. */
  isActive?: boolean;
  onClick: () => void;
}

/** A small button in a row of a panel's table. */
export function RowIcon({ label, icon: Picture, isActive = true, onClick }: RowIconProps) {
  return (
    <ActionIcon aria-label={label} size={28} tabIndex={isActive ? 0 : -1} onClick={onClick}>
      <Picture size={16} aria-hidden />
    </ActionIcon>
  );
}
