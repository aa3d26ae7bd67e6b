import { RADIUS } from './dial-layout.ts';
import classes from './gauge.module.css';
import { type Point, polygonPath } from './gauge-geometry.ts';
import type { GaugeStyle } from './settings.ts';

interface NeedleProps {
  /** Degrees clockwise from twelve o'clock. */
  angleDeg: number;
  style: GaugeStyle;
  barWidth: number;
  /** The value is doubtful. */
  isHollow: boolean;
  /** Values follow one another so fast that it jumps. */
  isFast: boolean;
}

/**
 * Points at the value. Drawn upright and turned, so that the browser eases it; where it jumps, drawn where it points:
 * a turned group has the browser sort the layers of the whole page anew at each value.
 */
export function Needle({ angleDeg, style, barWidth, isHollow, isFast }: NeedleProps) {
  const path = polygonPath(outline(style, barWidth), isFast ? angleDeg : 0);
  return (
    <g
      className={classes.needle}
      data-hollow={isHollow}
      style={isFast ? {} : { transform: `rotate(${angleDeg.toFixed(2)}deg)` }}
    >
      <path d={path} />
      {style === 'simple' ? null : (
        <>
          <circle r={6.5} />
          <circle className={classes.hub} r={2.2} />
        </>
      )}
    </g>
  );
}

/** A mark across the bar in the simple style, else a needle from the hub; upright. */
function outline(style: GaugeStyle, barWidth: number): Point[] {
  const [half, from, to] =
    style === 'simple'
      ? ([1.6, -(RADIUS + 1), -(RADIUS - barWidth - 4)] as const)
      : ([0.7, -(RADIUS - barWidth * 0.5), 10] as const);
  const foot = style === 'simple' ? half : 2.6;
  return [
    { x: -half, y: from },
    { x: half, y: from },
    { x: foot, y: to },
    { x: -foot, y: to },
  ];
}
