import { MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { configQuery } from '#api/config-queries.ts';
import { useSessionStore } from '#session/session-store.ts';
import { applyCssVariables, cssVariables } from './css-variables.ts';
import { mantineTheme, resolveVariables } from './mantine-theme.ts';
import { paletteSchema, shippedPalettes } from './palette.ts';
import { severityColours, severityListSchema, shippedSeverities } from './severity.ts';
import { useThemeStore } from './theme-store.ts';
import { type ActivePalette, PaletteContext } from './use-palette.ts';

/** Applies the chosen palette to everything below: CSS variables, Mantine, and `usePalette` for canvas charts. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useThemeStore(({ theme }) => theme);
  // The portal shows its severities to users only.
  const hasSession = useSessionStore((session) => session.state === 'valid');
  const palette = useQuery(configQuery(theme, paletteSchema)).data ?? shippedPalettes[theme];
  const severities =
    useQuery({ ...configQuery('alarms', severityListSchema), enabled: hasSession }).data ?? shippedSeverities;

  const active = useMemo<ActivePalette>(
    () => ({ ...palette, severities: severityColours(severities, palette) }),
    [palette, severities],
  );

  useLayoutEffect(() => {
    applyCssVariables(document.documentElement, cssVariables(active, active.severities));
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', active.surfaces[0]);
  }, [active]);

  return (
    <PaletteContext value={active}>
      <MantineProvider theme={mantineTheme} cssVariablesResolver={resolveVariables} forceColorScheme={active.scheme}>
        {children}
      </MantineProvider>
    </PaletteContext>
  );
}
