import { lightness, textOn } from './contrast.ts';
import type { Palette } from './palette.ts';
import type { SeverityColours } from './severity.ts';

/**
 * The palette as CSS variables. Components read only these: `--tt-surface-0..2`, `--tt-hover`, `--tt-border`,
 * `--tt-control-border`, `--tt-text`, `--tt-text-dim`, `--tt-accent`, `--tt-accent-text`, `--tt-on-accent`,
 * `--tt-good`, `--tt-uncertain`, `--tt-bad` (text on it: `--tt-on-bad`), `--tt-series-1..n`, and for each severity n of alarms.json
 * `--tt-severity-n`, `--tt-severity-n-text`, `--tt-severity-n-on`.
 */
export function cssVariables(palette: Palette, severities: readonly SeverityColours[]): Record<string, string> {
  const variables: Record<string, string> = {
    '--tt-surface-0': palette.surfaces[0],
    '--tt-surface-1': palette.surfaces[1],
    '--tt-surface-2': palette.surfaces[2],
    // Without a unit: CSS reckons with it which text can be read on a colour that shines through.
    '--tt-surface-lightness': lightness(palette.surfaces[1]).toFixed(1),
    '--tt-hover': palette.hover,
    '--tt-border': palette.border,
    '--tt-control-border': palette.controlBorder,
    '--tt-text': palette.text,
    '--tt-text-dim': palette.textDim,
    '--tt-accent': palette.accent,
    '--tt-accent-text': palette.accentText,
    '--tt-on-accent': palette.onAccent,
    '--tt-good': palette.good,
    '--tt-uncertain': palette.uncertain,
    '--tt-bad': palette.bad,
    '--tt-on-bad': textOn(palette.bad),
  };
  palette.series.forEach((colour, index) => {
    variables[`--tt-series-${index + 1}`] = colour;
  });
  for (const { severity, fill, text, onFill } of severities) {
    variables[`--tt-severity-${severity}`] = fill;
    variables[`--tt-severity-${severity}-text`] = text;
    variables[`--tt-severity-${severity}-on`] = onFill;
  }
  return variables;
}

/** Sets the variables on the document. Through the style object, which no content security policy forbids. */
export function applyCssVariables(root: HTMLElement, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
}
