import type { EpochSeconds } from '@telltale/contract';
import { formatBriefly } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';

/** An alarm was open. */
export interface AlarmSpan {
  readonly from: EpochSeconds;
  /** Null: it is open. */
  readonly to: EpochSeconds | null;
  readonly severity: number;
  readonly colour: string;
  /** `High pressure`: text, never markup. */
  readonly label: string;
}

/** Beyond this value of a series an alarm is raised. */
export interface Threshold {
  /** Index of the series whose data item it is of. */
  readonly series: number;
  readonly value: number;
  readonly colour: string;
  /** `High pressure > 300`: text, never markup. */
  readonly label: string;
}

/** What a chart shows of alarms beside their marks. */
export interface ChartAlarms {
  readonly spans: readonly AlarmSpan[];
  readonly thresholds: readonly Threshold[];
}

export const NO_ALARMS: ChartAlarms = { spans: [], thresholds: [] };

/** A limit, which rules hold as values are sent, where values are shown: in the unit of who reads. */
export function shownLimit(
  stored: number,
  conversion: Pick<Conversion, 'convert' | 'to'> | undefined,
): { value: number; text: string } {
  if (conversion === undefined) return { value: stored, text: String(stored) };
  const value = conversion.convert(stored);
  return { value, text: `${formatBriefly(value)} ${conversion.to}` };
}

/** A stretch of time that has the colour of the severest alarm that was open in it. */
export interface AlarmStretch {
  readonly from: EpochSeconds;
  /** Infinity: until now. */
  readonly to: EpochSeconds;
  readonly colour: string;
}

/** Cuts spans that lie over each other into stretches side by side, the severest first seen. */
export function worstStretches(spans: readonly AlarmSpan[]): AlarmStretch[] {
  const ends = (span: AlarmSpan) => span.to ?? Number.POSITIVE_INFINITY;
  const cuts = [...new Set(spans.flatMap((span) => [span.from, ends(span)]))].sort((a, b) => a - b);
  const worstFirst = spans.toSorted((a, b) => b.severity - a.severity);
  const stretches: AlarmStretch[] = [];
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] as EpochSeconds;
    const worst = worstFirst.find((span) => span.from <= from && ends(span) >= to);
    if (worst === undefined) continue;
    const last = stretches.at(-1);
    if (last?.to === from && last.colour === worst.colour) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from, to, colour: worst.colour });
  }
  return stretches;
}

/** The alarms that were open at a moment, the severest first. */
export function openAt(spans: readonly AlarmSpan[], moment: EpochSeconds): AlarmSpan[] {
  return spans
    .filter(({ from, to }) => from <= moment && (to === null || moment <= to))
    .sort((a, b) => b.severity - a.severity || a.from - b.from);
}

/** What the picture shows of alarms, for who cannot see it; empty for nothing. */
export function alarmWords({ spans, thresholds }: ChartAlarms): string {
  const limits = [...new Set(thresholds.map(({ label }) => label))];
  const open = [...new Set(spans.filter(({ to }) => to === null).map(({ label }) => label))];
  return [
    ...(limits.length === 0 ? [] : [` Thresholds: ${limits.join('; ')}.`]),
    ...(open.length === 0 ? [] : [` Open alarms: ${open.join('; ')}.`]),
  ].join('');
}
