import { create } from 'zustand';
import { DEFAULT_THEME, isThemeName, type ThemeName } from './theme/palette.ts';

const THEME_KEY = 'theme';

interface UiState {
  theme: ThemeName;
  /** The navigation bar; tiles may hide and show it (SHOW_NAV, HIDE_NAV). */
  navBar: boolean;
  /** The slide-out form of the bar on narrow screens. */
  navPanel: boolean;
  commandPalette: boolean;
  shortcutList: boolean;
}

/** What is open, closed and chosen in this browser window. Changed by `setUi`, which actions and tiles share. */
export const useUiStore = create<UiState>()(() => ({
  theme: readTheme(),
  navBar: true,
  navPanel: false,
  commandPalette: false,
  shortcutList: false,
}));

/** Changes some of the flags. */
export function setUi(change: Partial<Omit<UiState, 'theme'>>): void {
  useUiStore.setState(change);
}

/** Chooses the palette and remembers it in this browser. */
export function setTheme(theme: ThemeName): void {
  localStorage.setItem(THEME_KEY, theme);
  useUiStore.setState({ theme });
}

function readTheme(): ThemeName {
  const stored = localStorage.getItem(THEME_KEY);
  return isThemeName(stored) ? stored : DEFAULT_THEME;
}
