import { Kbd } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { Action } from '#actions/action.ts';
import { isMac } from '#actions/platform.ts';
import { shortcutKeys } from '#actions/shortcut.ts';
import classes from '../overlays.module.css';
import type { PaletteEntry } from './palette-entries.ts';

interface PaletteOptionProps {
  id: string;
  entry: PaletteEntry;
  fallbackIcon: NonNullable<Action['icon']>;
  isActive: boolean;
  onHover: () => void;
  onChoose: () => void;
  /** Shows what else can be done with it. */
  onOpen: () => void;
}

/** One line of the palette. The text field keeps the focus; a pointer can choose a line too. */
export function PaletteOption({ id, entry, fallbackIcon, isActive, onHover, onChoose, onOpen }: PaletteOptionProps) {
  const Icon = entry.icon ?? fallbackIcon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys of the list
    // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant of the text field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      <Icon size={16} />
      <span className={classes.label}>{entry.label}</span>
      <span className={classes.detail}>{entry.detail}</span>
      {entry.shortcut ? <Kbd size="xs">{shortcutKeys(entry.shortcut, isMac).join(' ')}</Kbd> : null}
      {entry.actions ? (
        // For fingers; keys have the arrow to the right.
        <span
          className={classes.open}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          <IconChevronRight size={16} />
        </span>
      ) : null}
    </div>
  );
}
