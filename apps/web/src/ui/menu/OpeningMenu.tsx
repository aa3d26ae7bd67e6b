import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactNode } from 'react';
import type { MenuButton } from './LateMenu.tsx';
import { useOpening } from './use-opening.ts';

interface OpeningMenuProps extends Omit<MenuProps, 'opened' | 'onChange' | 'children'> {
  button: MenuButton;
  dropdownClassName?: string;
  children: ReactNode;
}

/** A menu around the button whose click has loaded it: it opens as it is drawn, and gives the focus back to the button. */
export function OpeningMenu({ button, dropdownClassName = '', children, ...menu }: OpeningMenuProps) {
  const { isOpen, setOpen, target } = useOpening();
  return (
    <Menu returnFocus {...menu} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown className={dropdownClassName}>{children}</Menu.Dropdown>
    </Menu>
  );
}
