import { create } from 'zustand';
import { DEFAULT_THEME, isThemeName, type ThemeName } from './palette.ts';

const THEME_KEY = 'theme';

interface ThemeState {
  theme: ThemeName;
}

/** The palette that was chosen in this browser. */
export const useThemeStore = create<ThemeState>()(() => ({ theme: readTheme() }));

/** Chooses the palette and remembers it in this browser. */
export function setTheme(theme: ThemeName): void {
  localStorage.setItem(THEME_KEY, theme);
  useThemeStore.setState({ theme });
}

function readTheme(): ThemeName {
  const stored = localStorage.getItem(THEME_KEY);
  return isThemeName(stored) ? stored : DEFAULT_THEME;
}
