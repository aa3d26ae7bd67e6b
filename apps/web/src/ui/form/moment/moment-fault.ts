import { clockValue, isoOfClock, timesShown } from '../clock-value.ts';
import { type MomentKind, momentExamples, momentOfFinishedText, shownMoment } from './moment-text.ts';

interface MomentLimits {
  kind: MomentKind;
  zone: string | undefined;
  min: string | undefined;
  max: string | undefined;
}

/** What is wrong with what stands in a field; undefined: nothing, or nothing stands there. */
export function momentFault(text: string, { kind, zone, min, max }: MomentLimits): string | undefined {
  if (text.trim() === '') return undefined;
  const value = momentOfFinishedText(text, kind);
  if (value === undefined) return `Write it as ${momentExamples[kind]}.`;
  if (kind === 'datetime' && zone !== undefined && timesShown(value, zone) === 0) return skippedText(value, zone);
  if (min !== undefined && value < min) return `Not before ${shownMoment(min)}.`;
  return max !== undefined && value > max ? `Not after ${shownMoment(max)}.` : undefined;
}

/** When summer time begins an hour is left out: the clock goes from 02:00 to 03:00, and never shows 02:30. */
function skippedText(value: string, zone: string): string {
  const later = shownMoment(clockValue(isoOfClock(value, zone), zone)).slice(-5);
  return `The clock goes forward over ${value.slice(11, 16)} that day (${zone}). ${later} is as much later.`;
}
