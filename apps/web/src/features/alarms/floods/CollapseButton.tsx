import { Button } from '@mantine/core';
import { IconFold } from '@tabler/icons-react';

interface CollapseButtonProps {
  isCollapsed: boolean;
  onChange: (isCollapsed: boolean) => void;
}

/** Whether each flood is one line. */
export function CollapseButton({ isCollapsed, onChange }: CollapseButtonProps) {
  return (
    <Button
      variant={isCollapsed ? 'light' : 'default'}
      leftSection={<IconFold size={15} aria-hidden />}
      aria-pressed={isCollapsed}
      onClick={() => onChange(!isCollapsed)}
    >
      Collapse floods
    </Button>
  );
}
