import { create } from 'zustand';
import { DEFAULT_THEME, isThemeName, type ThemeName } from './palette.ts';

const THEME_KEY = 'theme';
/** Dark or light, as the device of the browser is set. */
export const SYSTEM_THEME = 'system';

export type ThemeChoice = ThemeName | typeof SYSTEM_THEME;

interface ThemeState {
  choice: ThemeChoice;
  /** The palette that the choice comes to now. */
  theme: ThemeName;
}

const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** What was chosen in this browser. */
export const useThemeStore = create<ThemeState>()(() => stateOf(readChoice()));

prefersLight.addEventListener('change', () => useThemeStore.setState(({ choice }) => stateOf(choice)));

/** Chooses the palette and remembers it in this browser. */
export function setTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, choice);
  useThemeStore.setState(stateOf(choice));
}

function stateOf(choice: ThemeChoice): ThemeState {
  const ofSystem = prefersLight.matches ? 'palette-light' : 'palette-dark';
  return { choice, theme: choice === SYSTEM_THEME ? ofSystem : choice };
}

/** Dark while nothing was chosen (spec 2 §2.2). */
function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === SYSTEM_THEME || isThemeName(stored) ? stored : DEFAULT_THEME;
}
