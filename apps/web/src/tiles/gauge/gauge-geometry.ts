import { DEFAULT_BAND_ENDS } from './settings.ts';

/** Tick intervals of a dial: 10 ticks have 11 labels (spec 1 §2). */
export const TICKS = 10;
/** Degrees that the scale spans (spec 1 §2). */
export const FULL_ANGLE = 240;
export const HALF_ANGLE = 180;

/** A scale on a circle. Angles are degrees clockwise from twelve o'clock. */
export interface Dial {
  min: number;
  max: number;
  startDeg: number;
  sweepDeg: number;
}

/** A stretch of the scale where it lies on the dial. */
export interface Arc<Stretch> {
  readonly stretch: Stretch;
  readonly fromDeg: number;
  readonly toDeg: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface DialSettings {
  min: number;
  max: number;
  half: boolean;
  startAngle: number | null;
  tickAngle: number | null;
}

/** The dial of the settings: symmetric about twelve o'clock unless a start angle (from the bottom) is set. */
export function dialOf({ min, max, half, startAngle, tickAngle }: DialSettings): Dial {
  const sweepDeg = half ? HALF_ANGLE : clampAngle(tickAngle ?? FULL_ANGLE);
  const startDeg = half || startAngle === null ? -sweepDeg / 2 : clampAngle(startAngle) - 180;
  return { min, max, startDeg, sweepDeg };
}

function clampAngle(degrees: number): number {
  return Math.min(360, Math.max(0, degrees));
}

/** How far along the scale a value lies, 0 to 1, clamped. A scale whose max is below its min runs backwards. */
export function shareOf(value: number, { min, max }: { min: number; max: number }): number {
  if (!Number.isFinite(value) || max === min) return 0;
  // Halves, so that a range as wide as a float64 does not overflow.
  return Math.min(1, Math.max(0, (value / 2 - min / 2) / (max / 2 - min / 2)));
}

/** The needle's angle: at an end of the scale for a value beyond it. */
export function angleOf(value: number, dial: Dial): number {
  return dial.startDeg + shareOf(value, dial) * dial.sweepDeg;
}

/** On which side a value lies outside of the scale, so that a needle at its end is not taken for a reading. */
export function outsideOf(value: number, { min, max }: { min: number; max: number }): 'above' | 'below' | undefined {
  if (value > Math.max(min, max)) return 'above';
  return value < Math.min(min, max) ? 'below' : undefined;
}

/** The 11 values at the ticks. */
export function tickValues({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: TICKS + 1 }, (_, i) => min + ((max - min) * i) / TICKS);
}

/**
 * Where the first two bands end. Unset ends lie at 33 and 66 of a scale from 0 to 100, and at thirds of any other
 * (spec 1 §5, §9). The second never ends before the first.
 */
export function bandEnds(
  band1End: number | null,
  band2End: number | null,
  { min, max }: { min: number; max: number },
): [number, number] {
  const thirds =
    min === 0 && max === 100 ? DEFAULT_BAND_ENDS : ([min + (max - min) / 3, min + ((max - min) * 2) / 3] as const);
  const first = band1End ?? thirds[0];
  const second = band2End ?? thirds[1];
  return max >= min ? [first, Math.max(first, second)] : [first, Math.min(first, second)];
}

/** Stretches of the scale as arcs within the dial; one of no length is left out. */
export function arcsOf<Stretch extends { from: number; to: number }>(
  stretches: readonly Stretch[],
  dial: Dial,
): Arc<Stretch>[] {
  return stretches
    .map((stretch) => ({ stretch, fromDeg: angleOf(stretch.from, dial), toDeg: angleOf(stretch.to, dial) }))
    .filter(({ fromDeg, toDeg }) => toDeg - fromDeg > 1e-6);
}

/** A point on a circle about 0,0; y grows downwards as in SVG. */
export function pointAt(angleDeg: number, radius: number): Point {
  const radians = (angleDeg * Math.PI) / 180;
  return { x: radius * Math.sin(radians), y: -radius * Math.cos(radians) };
}

/** The SVG path of a closed polygon, turned about 0,0. */
export function polygonPath(points: readonly Point[], turnedDeg: number): string {
  const radians = (turnedDeg * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const corners = points.map(({ x, y }) => `${fixed(x * cos - y * sin)} ${fixed(x * sin + y * cos)}`);
  return `M${corners.join('L')}Z`;
}

const fixed = (value: number) => Number(value.toFixed(3));

/** The SVG path of an arc at a radius; a full turn is drawn as two halves, since one arc of 360 degrees is nothing. */
export function arcPath(fromDeg: number, toDeg: number, radius: number): string {
  const span = Math.min(360, toDeg - fromDeg);
  const stops = span >= 360 ? [fromDeg, fromDeg + 180, fromDeg + 360] : [fromDeg, fromDeg + span];
  return stops
    .map((stop, i) => {
      const { x, y } = pointAt(stop, radius);
      if (i === 0) return `M${fixed(x)} ${fixed(y)}`;
      const large = stop - (stops[i - 1] ?? 0) > 180 ? 1 : 0;
      return `A${radius} ${radius} 0 ${large} 1 ${fixed(x)} ${fixed(y)}`;
    })
    .join('');
}
