import { RADIUS } from './dial-layout.ts';
import classes from './gauge.module.css';
import type { GaugeStyle } from './settings.ts';

interface NeedleProps {
  /** Degrees clockwise from twelve o'clock. */
  angleDeg: number;
  style: GaugeStyle;
  barWidth: number;
  /** The value is doubtful. */
  isHollow: boolean;
}

/** Points at the value; drawn upright and turned, so that the browser eases it. */
export function Needle({ angleDeg, style, barWidth, isHollow }: NeedleProps) {
  return (
    <g className={classes.needle} data-hollow={isHollow} style={{ transform: `rotate(${angleDeg.toFixed(2)}deg)` }}>
      {style === 'simple' ? (
        <path d={`M-1.6 ${-(RADIUS + 1)}H1.6V${-(RADIUS - barWidth - 4)}H-1.6Z`} />
      ) : (
        <>
          <path d={`M-2.6 10L-0.7 ${-(RADIUS - barWidth * 0.5)}H0.7L2.6 10Z`} />
          <circle r={6.5} />
          <circle className={classes.hub} r={2.2} />
        </>
      )}
    </g>
  );
}
