import { Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

interface RowMenuProps {
  /** What it hangs on; a click on it makes it wanted. */
  button: ReactElement;
  isWanted: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of a row. It hangs on the page only once it is wanted, and is open then: there may be a hundred rows. */
export function RowMenu({ button, isWanted, onClose, children }: RowMenuProps) {
  if (!isWanted) return button;
  return (
    <Menu position="bottom-end" defaultOpened onClose={onClose} returnFocus>
      <Menu.Target>{button}</Menu.Target>
      {/* A click or a key in the menu is none on the row below it. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
