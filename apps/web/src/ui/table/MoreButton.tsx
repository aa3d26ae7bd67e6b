import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

/** Passes on what the menu hangs on it. */
interface MoreButtonProps extends ActionIconProps, ElementProps<'button', keyof ActionIconProps> {
  /** What the menu is of: 'More of {name}'. */
  name: string;
  isTabStop: boolean;
}

/** The button of a row's menu. */
export function MoreButton({ name, isTabStop, ...props }: MoreButtonProps) {
  return (
    <ActionIcon aria-haspopup="menu" {...props} aria-label={`More of ${name}`} tabIndex={isTabStop ? 0 : -1}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}
