import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactNode, useEffect, useRef } from 'react';
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
      <Menu.Dropdown className={dropdownClassName}>
        <FirstFocus />
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Puts the keyboard on the first item that can be chosen: a menu that begins with one that cannot would leave it on the button. */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // After the menu's own attempt, which is made in the next turn, too.
    const turn = setTimeout(() => {
      const menu = mark.current?.closest('[role="menu"]');
      if (!menu || menu.contains(document.activeElement)) return;
      menu.querySelector<HTMLElement>('[role^="menuitem"]:not(:disabled)')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(turn);
  }, []);
  return <span ref={mark} hidden />;
}
