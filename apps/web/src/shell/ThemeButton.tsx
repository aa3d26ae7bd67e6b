import { ActionIcon } from '@mantine/core';
import { setTheme, useThemeStore } from '#theme/theme-store.ts';
import { themeChoices } from './theme-choices.ts';

/** Goes around the palettes. The settings page and the command palette name them one by one. */
export function ThemeButton() {
  const theme = useThemeStore(({ theme }) => theme);
  const index = themeChoices.findIndex((choice) => choice.theme === theme);
  const chosen = themeChoices[index];
  const next = themeChoices[(index + 1) % themeChoices.length];
  if (!chosen || !next) return null;
  const label = `Theme: ${chosen.label}. Switch to ${next.label.toLowerCase()}`;
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setTheme(next.theme)}>
      <chosen.icon size={18} />
    </ActionIcon>
  );
}
