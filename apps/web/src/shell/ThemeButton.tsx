import { ActionIcon } from '@mantine/core';
import { setTheme, useThemeStore } from '#theme/theme-store.ts';
import classes from './navigation.module.css';
import { palettes } from './theme-choices.ts';

/** Goes around the palettes. The settings page and the command palette name them one by one. */
export function ThemeButton() {
  const theme = useThemeStore(({ theme }) => theme);
  const index = palettes.findIndex((choice) => choice.theme === theme);
  const chosen = palettes[index];
  const next = palettes[(index + 1) % palettes.length];
  if (!chosen || !next) return null;
  const label = `Theme: ${chosen.label}. Switch to ${next.label.toLowerCase()}`;
  return (
    <ActionIcon className={classes.theme ?? ''} aria-label={label} title={label} onClick={() => setTheme(next.theme)}>
      <chosen.icon size={18} />
    </ActionIcon>
  );
}
