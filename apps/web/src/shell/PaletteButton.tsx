import { ActionIcon, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { isMac } from '#actions/platform.ts';
import { shortcutKeys } from '#actions/shortcut.ts';
import { setUi } from '#actions/ui-store.ts';
import classes from './navigation.module.css';

/** Opens the command palette; looks like the search field it leads to. */
export function PaletteButton({ isNarrow }: { isNarrow: boolean }) {
  const open = () => setUi({ commandPalette: true });
  if (isNarrow) {
    return (
      <ActionIcon aria-label="Search and commands" onClick={open}>
        <IconSearch size={18} />
      </ActionIcon>
    );
  }
  return (
    <button type="button" className={classes.search} onClick={open} title="Search and commands">
      <IconSearch size={15} aria-hidden />
      <span>Search</span>
      <Kbd size="xs" aria-hidden>
        {shortcutKeys('Mod+K', isMac).join(' ')}
      </Kbd>
    </button>
  );
}
