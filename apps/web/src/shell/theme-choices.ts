import { IconContrast2, IconMoon, IconSun } from '@tabler/icons-react';
import type { Action } from '#actions/action.ts';
import type { ThemeName } from '#theme/palette.ts';

/** The themes as menus name them. */
export const themeChoices: readonly { theme: ThemeName; label: string; icon: NonNullable<Action['icon']> }[] = [
  { theme: 'palette-dark', label: 'Dark', icon: IconMoon },
  { theme: 'palette-light', label: 'Light', icon: IconSun },
  { theme: 'palette-calm', label: 'Calm', icon: IconContrast2 },
];
