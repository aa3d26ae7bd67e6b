import { type DialLayout, labelPoint, RADIUS, TICK_LENGTH } from './dial-layout.ts';
import classes from './gauge.module.css';
import { arcPath, type Band, type Dial, pointAt, TICKS } from './gauge-geometry.ts';
import type { GaugeStyle } from './settings.ts';

interface DialScaleProps {
  dial: Dial;
  bands: readonly Band[];
  colours: readonly string[];
  /** The band that the value is in. */
  active: number | undefined;
  labels: readonly string[];
  layout: DialLayout;
  style: GaugeStyle;
  barWidth: number;
  /** How far the value fills the scale, 0 to 1; null: nothing to fill. */
  filled: number | null;
}

/** Outer ring of thresholds in the simple style, where the value itself fills the bar. */
const RING = 2.5;
const MINOR_PER_TICK = 5;

/** Everything of the dial that stands still (and the filled bar of the simple style). */
export function DialScale(props: DialScaleProps) {
  const { dial, style, barWidth, layout, labels } = props;
  const tickOuter = RADIUS - barWidth - 1;
  return (
    <>
      {style === 'simple' ? <FilledBar {...props} /> : <Plate {...props} />}
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
}

function FilledBar({ dial, bands, colours, active, barWidth, filled }: DialScaleProps) {
  const end = dial.startDeg + dial.sweepDeg;
  const radius = RADIUS - RING - 1 - (barWidth - RING) / 2;
  const bar = arcPath(dial.startDeg, end, radius);
  const width = Math.max(1, barWidth - RING);
  return (
    <>
      {bands.map(({ band, fromDeg, toDeg }) => (
        <path
          key={band}
          className={classes.band}
          data-active={band === active}
          d={arcPath(fromDeg, toDeg, RADIUS - RING / 2)}
          stroke={colours[band]}
          strokeWidth={RING}
        />
      ))}
      <path className={classes.track} d={bar} strokeWidth={width} />
      {filled === null ? null : (
        <path
          className={classes.fill}
          d={bar}
          strokeWidth={width}
          stroke={active === undefined || active === 0 ? 'var(--tt-gauge-normal)' : colours[active]}
          pathLength={1}
          style={{ strokeDasharray: `${filled.toFixed(4)} 1` }}
        />
      )}
    </>
  );
}

function Plate({ dial, bands, colours, active, barWidth, layout }: DialScaleProps) {
  const rim = RADIUS + 7;
  const isFlat = dial.sweepDeg <= 180;
  const plate = isFlat
    ? `${arcPath(-90, 90, rim)}V${layout.bottom - 12}a10 10 0 0 1 -10 10H${-rim + 10}a10 10 0 0 1 -10 -10Z`
    : `${arcPath(0, 360, rim)}Z`;
  return (
    <>
      <path className={classes.plate} d={plate} />
      {bands.map(({ band, fromDeg, toDeg }) => (
        <path
          key={band}
          className={classes.band}
          data-active={band === active}
          d={arcPath(fromDeg, toDeg, RADIUS - barWidth * 0.5)}
          stroke={colours[band]}
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
