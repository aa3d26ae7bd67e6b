import { IconContrast2, IconMoon, IconSun } from '@tabler/icons-react';
import type { Action } from '#actions/action.ts';
import type { ThemeName } from '#theme/palette.ts';
import { SYSTEM_THEME, type ThemeChoice } from '#theme/theme-store.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';

interface NamedTheme<Theme> {
  theme: Theme;
  label: string;
  icon: NonNullable<Action['icon']>;
}

/** The palettes as menus name them. */
export const palettes: readonly NamedTheme<ThemeName>[] = [
  { theme: 'palette-dark', label: 'Dark', icon: IconMoon },
  { theme: 'palette-light', label: 'Light', icon: IconSun },
  { theme: 'palette-calm', label: 'Calm', icon: IconContrast2 },
];

/** All that can be chosen: a palette, or the one that the device of the browser asks for. */
export const themeChoices: readonly NamedTheme<ThemeChoice>[] = [
  ...palettes,
  { theme: SYSTEM_THEME, label: 'System', icon: lateIcon('IconDeviceDesktop') },
];
