import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Ten times the accent: shades come from the palette through `resolveVariables`, not from this list. */
const accent = Array.from({ length: 10 }, () => '#4fb4d6') as unknown as MantineColorsTuple;

/** Text on filled controls: Mantine assumes white, which our accent and red don't carry in every palette. */
const onFilled: Readonly<Record<string, string>> = { accent: 'var(--tt-on-accent)', red: 'var(--tt-on-bad)' };

const resolveVariant: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const text = onFilled[input.color ?? input.theme.primaryColor];
  return input.variant === 'filled' && text ? { ...colours, color: text } : colours;
};

const dialogDefaults = {
  transitionProps: { duration: 150 },
  overlayProps: { backgroundOpacity: 0.45 },
  closeButtonProps: { 'aria-label': 'Close' },
  // Its header element would be a second banner of the page.
  attributes: { header: { role: 'presentation' } },
};

const FONT = "'Inter Hyphen', 'Inter Variable', system-ui, sans-serif";

/** Mantine themed once: dense controls (30 px), the palette's colours, Inter with tabular figures. */
export const mantineTheme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  headings: { fontFamily: FONT, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  defaultRadius: 4,
  colors: { accent },
  primaryColor: 'accent',
  variantColorResolver: resolveVariant,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // By name, not by `Button.extend`: a component nobody uses yet must not be loaded to be themed.
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { size: 30, variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Modal: { defaultProps: { ...dialogDefaults, centered: true } },
    Drawer: { defaultProps: dialogDefaults },
    // Its placeholder for the first focus is a tab stop without a role, which a menu must not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
});

const variables = {
  '--mantine-color-body': 'var(--tt-surface-0)',
  '--mantine-color-text': 'var(--tt-text)',
  '--mantine-color-bright': 'var(--tt-text)',
  '--mantine-color-dimmed': 'var(--tt-text-dim)',
  '--mantine-color-placeholder': 'var(--tt-text-dim)',
  '--mantine-color-anchor': 'var(--tt-accent-text)',
  '--mantine-color-error': 'var(--tt-bad)',
  '--mantine-color-default': 'var(--tt-surface-2)',
  '--mantine-color-default-hover': 'var(--tt-hover)',
  '--mantine-color-default-color': 'var(--tt-text)',
  '--mantine-color-default-border': 'var(--tt-border)',
  '--mantine-color-disabled': 'var(--tt-surface-2)',
  '--mantine-color-disabled-color': 'var(--tt-text-dim)',
  '--mantine-color-disabled-border': 'var(--tt-border)',
  '--mantine-primary-color-contrast': 'var(--tt-on-accent)',
  // What Mantine paints in its own dark greys: borders, tracks, and surfaces from raised to deep.
  '--mantine-color-dark-4': 'var(--tt-border)',
  '--mantine-color-dark-5': 'var(--tt-hover)',
  '--mantine-color-dark-6': 'var(--tt-surface-2)',
  '--mantine-color-dark-7': 'var(--tt-surface-1)',
  '--mantine-color-dark-8': 'var(--tt-surface-0)',
  '--mantine-color-gray-light-color': 'var(--tt-text-dim)',
  '--mantine-color-gray-light-hover': 'var(--tt-hover)',
  '--mantine-color-red-text': 'var(--tt-bad)',
  '--mantine-color-red-filled': 'var(--tt-bad)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--tt-bad) 88%, var(--tt-text))',
  '--mantine-color-red-light': 'color-mix(in srgb, var(--tt-bad) 14%, transparent)',
  '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--tt-bad) 22%, transparent)',
  '--mantine-color-red-light-color': 'var(--tt-bad)',
  '--mantine-color-red-outline': 'var(--tt-bad)',
  '--mantine-color-accent-text': 'var(--tt-accent-text)',
  '--mantine-color-accent-filled': 'var(--tt-accent)',
  '--mantine-color-accent-filled-hover': 'color-mix(in srgb, var(--tt-accent) 88%, var(--tt-text))',
  '--mantine-color-accent-light': 'color-mix(in srgb, var(--tt-accent) 16%, transparent)',
  '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--tt-accent) 24%, transparent)',
  '--mantine-color-accent-light-color': 'var(--tt-accent-text)',
  '--mantine-color-accent-outline': 'var(--tt-accent-text)',
  '--mantine-color-accent-outline-hover': 'color-mix(in srgb, var(--tt-accent) 8%, transparent)',
};

/** Points Mantine's colours at the palette's, so that a theme change is a change of CSS variables only. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
