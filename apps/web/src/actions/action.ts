import type { ComponentType } from 'react';

/** Something the user can do: one object for the menu item, the palette entry, the button and the shortcut. */
export interface Action {
  /** Unique, e.g. `dashboard.save`. A later registration of the same id replaces the earlier. */
  readonly id: string;
  readonly label: string;
  /** Heading in the command palette and in the list of shortcuts, e.g. `Dashboard`. */
  readonly group: string;
  /** `Mod+S`, `Shift+?`, `E`. Mod is Ctrl, or Cmd on a Mac. Without Mod it is ignored while typing. */
  readonly shortcut?: string;
  /** Does the same, and is not printed in menus. */
  readonly otherShortcut?: string;
  /** Text fields use these keys themselves (Ctrl+Z): while one has the focus the keys are left to it. */
  readonly isFieldKey?: boolean;
  /** The keys are heard where the focus is: they are only listed, and work nowhere else. */
  readonly isOwnKey?: boolean;
  readonly icon?: ComponentType<{ size?: number | string }>;
  /** More words that find it in the palette. */
  readonly keywords?: string;
  readonly run: () => void;
  /** Absent means enabled. */
  readonly enabled?: boolean;
}
