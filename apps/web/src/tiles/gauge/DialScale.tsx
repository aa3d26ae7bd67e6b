import { memo } from 'react';
import { type DialLayout, labelPoint, RADIUS, TICK_LENGTH } from './dial-layout.ts';
import { barPath, barWidthOf, RING } from './FilledBar.tsx';
import classes from './gauge.module.css';
import type { GaugeBand } from './gauge-bands.ts';
import { type Arc, arcPath, type Dial, pointAt, TICKS } from './gauge-geometry.ts';
import type { GaugeStyle } from './settings.ts';

interface DialScaleProps {
  dial: Dial;
  bands: readonly Arc<GaugeBand>[];
  /** The band that the value is in. */
  active: GaugeBand | undefined;
  labels: readonly string[];
  layout: DialLayout;
  style: GaugeStyle;
  barWidth: number;
}

const MINOR_PER_TICK = 5;

/** Everything of the dial that stands still while the value moves within a band. */
export const DialScale = memo(function DialScale(props: DialScaleProps) {
  const { dial, style, barWidth, layout, labels } = props;
  const tickOuter = RADIUS - barWidth - 1;
  return (
    <>
      {style === 'simple' ? <Ring {...props} /> : <Plate {...props} />}
      {style === 'simple' ? null : (
        <path className={classes.minor} d={ticksPath(dial, TICKS * MINOR_PER_TICK, tickOuter, TICK_LENGTH * 0.55)} />
      )}
      <path className={classes.tick} d={ticksPath(dial, TICKS, tickOuter, TICK_LENGTH)} />
      {labels.map((label, index) => {
        // A full turn would write the last label over the first.
        const isHidden = index % layout.labelEvery !== 0 || (index === TICKS && dial.sweepDeg >= 350);
        if (isHidden) return null;
        const angle = dial.startDeg + (dial.sweepDeg * index) / TICKS;
        const { x, y } = labelPoint(angle, label, layout.labelUnits, barWidth);
        return (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place on the scale
            key={index}
            className={classes.label}
            x={x.toFixed(2)}
            y={y.toFixed(2)}
            style={{ fontSize: `${layout.labelUnits.toFixed(2)}px` }}
          >
            {label}
          </text>
        );
      })}
    </>
  );
});

/** The thresholds as a ring, and the empty bar within it. */
function Ring({ dial, bands, active, barWidth }: DialScaleProps) {
  return (
    <>
      {bands.map(({ stretch, fromDeg, toDeg }) => (
        <path
          key={fromDeg}
          className={classes.band}
          data-active={stretch === active}
          d={arcPath(fromDeg, toDeg, RADIUS - RING / 2)}
          stroke={stretch.colour}
          strokeWidth={RING}
        />
      ))}
      <path className={classes.track} d={barPath(dial, barWidth)} strokeWidth={barWidthOf(barWidth)} />
    </>
  );
}

function Plate({ dial, bands, active, barWidth, layout }: DialScaleProps) {
  const rim = RADIUS + 7;
  const isFlat = dial.sweepDeg <= 180;
  const plate = isFlat
    ? `${arcPath(-90, 90, rim)}V${layout.bottom - 12}a10 10 0 0 1 -10 10H${-rim + 10}a10 10 0 0 1 -10 -10Z`
    : `${arcPath(0, 360, rim)}Z`;
  return (
    <>
      <path className={classes.plate} d={plate} />
      {bands.map(({ stretch, fromDeg, toDeg }) => (
        <path
          key={fromDeg}
          className={classes.band}
          data-active={stretch === active}
          d={arcPath(fromDeg, toDeg, RADIUS - barWidth * 0.5)}
          stroke={stretch.colour}
          strokeWidth={barWidth * 0.5}
        />
      ))}
    </>
  );
}

/** One path for all ticks: a dial is one of fifty tiles, so it is few elements. */
function ticksPath(dial: Dial, count: number, outer: number, length: number): string {
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = dial.startDeg + (dial.sweepDeg * index) / count;
    const from = pointAt(angle, outer);
    const to = pointAt(angle, outer - length);
    return `M${from.x.toFixed(2)} ${from.y.toFixed(2)}L${to.x.toFixed(2)} ${to.y.toFixed(2)}`;
  }).join('');
}
