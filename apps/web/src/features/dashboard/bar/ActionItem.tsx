import { Kbd, Menu } from '@mantine/core';
import type { Action } from '#actions/action.ts';
import { isMac } from '#actions/platform.ts';
import { shortcutKeys } from '#actions/shortcut.ts';
import classes from '../screen/dashboard.module.css';

/** An action as an entry of a menu. */
export function ActionItem({ action: { label, icon: Icon, shortcut, enabled, run } }: { action: Action }) {
  return (
    <Menu.Item
      leftSection={Icon ? <Icon size={16} /> : null}
      rightSection={shortcut ? <Kbd size="xs">{shortcutKeys(shortcut, isMac).join(' ')}</Kbd> : null}
      disabled={enabled === false}
      onClick={run}
      className={classes.menuItem ?? ''}
    >
      {label}
    </Menu.Item>
  );
}
