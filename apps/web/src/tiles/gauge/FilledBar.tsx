import { RADIUS } from './dial-layout.ts';
import classes from './gauge.module.css';
import { arcPath, type Dial } from './gauge-geometry.ts';

interface FilledBarProps {
  dial: Dial;
  colour: string;
  barWidth: number;
  /** How far the value fills the scale, 0 to 1. */
  filled: number;
}

/** Outer ring of thresholds in the simple style, where the value itself fills the bar. */
export const RING = 2.5;

/** The bar of the simple style as far as the value reaches. */
export function FilledBar({ dial, colour, barWidth, filled }: FilledBarProps) {
  return (
    <path
      className={classes.fill}
      d={barPath(dial, barWidth)}
      strokeWidth={barWidthOf(barWidth)}
      stroke={colour}
      pathLength={1}
      style={{ strokeDasharray: `${filled.toFixed(4)} 1` }}
    />
  );
}

/** The middle of the bar, all along the scale. */
export function barPath({ startDeg, sweepDeg }: Dial, barWidth: number): string {
  return arcPath(startDeg, startDeg + sweepDeg, RADIUS - RING - 1 - (barWidth - RING) / 2);
}

/** How thick the bar is within its ring. */
export function barWidthOf(barWidth: number): number {
  return Math.max(1, barWidth - RING);
}
