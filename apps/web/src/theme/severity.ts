import { z } from 'zod';
import shipped from '../../../../config/alarms.json';
import { textOn, withContrast } from './contrast.ts';
import type { Palette } from './palette.ts';

/** `/config/alarms.json`: a colour for each severity (spec 1 §3, alarm colour config). */
export const severityListSchema = z.array(
  z.object({ severity: z.number(), color: z.string().regex(/^#[0-9a-f]{6}$/i) }),
);
export type SeverityList = z.infer<typeof severityListSchema>;

/** The list as shipped: used while the portal's own is not there. Severities as alert subscriptions name them (spec 2 §9). */
export const shippedSeverities: SeverityList = severityListSchema.parse(shipped);

export interface SeverityColours {
  severity: number;
  /** For marks and fills: 3:1 against every surface (WCAG 1.4.11). */
  fill: string;
  /** For text: 4.5:1 against every surface (WCAG 1.4.3). */
  text: string;
  /** For text on the fill. */
  onFill: string;
}

/** What tells a severity's colours: those of alarms.json in order, and the colour of what is bad for an empty list. */
interface SeverityPalette<Known> {
  readonly severities: readonly Known[];
  readonly bad: string;
}

/**
 * The colour of a severity for marks and fills, on every surface the same: that of the next lower one of alarms.json, so
 * that no alarm is without, and that of the lowest below all of them.
 */
export function severityFill(
  { severities, bad }: SeverityPalette<Pick<SeverityColours, 'severity' | 'fill'>>,
  severity: number,
): string {
  return nextLower(severities, severity)?.fill ?? bad;
}

/** The same for text. */
export function severityText(
  { severities, bad }: SeverityPalette<Pick<SeverityColours, 'severity' | 'text'>>,
  severity: number,
): string {
  return nextLower(severities, severity)?.text ?? bad;
}

function nextLower<Known extends { severity: number }>(
  severities: readonly Known[],
  severity: number,
): Known | undefined {
  return severities.findLast((candidate) => candidate.severity <= severity) ?? severities[0];
}

/** The severity colours as one palette can show them, in order of severity. */
export function severityColours(list: SeverityList, palette: Palette): SeverityColours[] {
  return [...list]
    .sort((a, b) => a.severity - b.severity)
    .map(({ severity, color }) => {
      const fill = withContrast(color.toLowerCase(), palette.surfaces, 3);
      return {
        severity,
        fill,
        text: withContrast(color.toLowerCase(), palette.surfaces, 4.5),
        onFill: textOn(fill),
      };
    });
}

/** Of an alarm's marker (spec 1 §2, asset map). */
const DEFAULT_MARKER = '#333333';

/** The colours of alarms' markers on the map: as marks have them, and the default of markers for an empty list. */
export function markerFills(palette: {
  readonly severities: readonly Pick<SeverityColours, 'severity' | 'fill'>[];
  readonly surfaces: Readonly<Palette['surfaces']>;
}): (severity: number) => string {
  const bad = withContrast(DEFAULT_MARKER, palette.surfaces, 3);
  return (severity) => severityFill({ severities: palette.severities, bad }, severity);
}
