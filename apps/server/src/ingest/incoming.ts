import { QUALITY_BAD, QUALITY_GOOD } from '@telltale/contract';

/** A measured value as a device sent it, before it is known which data item it belongs to. */
export interface IncomingPoint {
  label: string;
  /** Milliseconds since 1970; undefined: the device gave no time, so its arrival counts. */
  timeMs: number | undefined;
  value: number | string;
  /** The OPC DA quality byte. */
  quality: number;
  /**
   * Historical: stored, never current, even when newer. Transient: shown as current, not stored (Sparkplug's
   * is_historical and is_transient, spec 3 §13). Both when it is left out.
   */
  keeping?: 'historical' | 'transient';
}

/** Something that was received and cannot be stored; kept beside the data with its reason. */
export interface SetAside {
  reason: string;
  /** Null: the message as a whole. */
  label: string | null;
  timeMs: number | null;
  /** What was received, shortened to `EXCERPT_LENGTH`. */
  excerpt: string;
}

/** What one message of a device holds. */
export interface Reading {
  points: IncomingPoint[];
  setAside: SetAside[];
}

/** A longer string (or JSON text of an object) is set aside: it is no measurement, and every chart and list carries it. */
export const MAX_STRING_LENGTH = 65_536;
export const MAX_LABEL_LENGTH = 255;
export const EXCERPT_LENGTH = 200;

/** A message that cannot be read at all. The text is for the log and the list of what was set aside. */
export class PayloadError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'PayloadError';
  }
}

/**
 * NaN and infinities are stored as NaN of bad quality: the screen shows '- -' instead of the last good value, and no
 * alarm fires on it.
 */
export function numberPoint(label: string, timeMs: number | undefined, value: number, quality: number): IncomingPoint {
  return Number.isFinite(value)
    ? { label, timeMs, value, quality }
    : { label, timeMs, value: Number.NaN, quality: QUALITY_BAD };
}

export function goodPoint(label: string, timeMs: number | undefined, value: number | string): IncomingPoint {
  return { label, timeMs, value, quality: QUALITY_GOOD };
}

/** The beginning of what was received, as one line of text. */
export function excerptOf(value: unknown): string {
  const text = typeof value === 'string' ? value : shortJson(value);
  return text.slice(0, EXCERPT_LENGTH).toWellFormed().replaceAll('\0', '\uFFFD');
}

function shortJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '(nested too deeply to show)';
  }
}
