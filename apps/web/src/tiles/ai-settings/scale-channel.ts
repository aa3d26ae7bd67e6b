import type { AnalogChannel } from './settings.ts';

type Scaling = Pick<AnalogChannel, 'unscaledMin' | 'unscaledMax' | 'scaledMin' | 'scaledMax' | 'offset'>;

/**
 * The measured quantity behind a raw value: the straight line through (unscaledMin, scaledMin) and (unscaledMax,
 * scaledMax), moved by the offset. Null for a line that is none.
 */
export function scaleChannel(raw: number | null, scaling: Scaling): number | null {
  const { unscaledMin, unscaledMax, scaledMin, scaledMax, offset } = scaling;
  if (raw === null || unscaledMin === unscaledMax) return null;
  const scaled = scaledMin + ((raw - unscaledMin) / (unscaledMax - unscaledMin)) * (scaledMax - scaledMin) + offset;
  return Number.isFinite(scaled) ? scaled : null;
}

/** The line in words, e.g. `4–20 → 0–250`. */
export function scalingText({ unscaledMin, unscaledMax, scaledMin, scaledMax, offset }: Scaling): string {
  const moved = offset === 0 ? '' : `, ${offset > 0 ? '+' : '−'}${Math.abs(offset)}`;
  return `${unscaledMin}–${unscaledMax} → ${scaledMin}–${scaledMax}${moved}`;
}
