import { Tooltip } from '@mantine/core';
import { formatDateTimeExact, formatTicks, zoneName } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';
import { shownLimits } from '#readings/shown-limits.ts';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { whyOf } from '#tile-kit/readings/why-mark.ts';
import { valueText } from '#tiles/shared/reading/value-text.ts';
import classes from './bar-graph.module.css';
import { layoutBars, numberRoom } from './bar-layout.ts';
import { type BarGraphSettings, plotColour } from './settings.ts';

interface BarFaceProps {
  settings: BarGraphSettings;
  size: TileSize;
  readings: readonly Reading[];
}

const HEADER_PX = 28;
const FOOTER_PX = 58;
/** Beside the names, left and right. */
const AROUND_NAMES_PX = 56;

/** The bars with their scale. Each bar tells its value beside its name, and when it was measured on hover or focus. */
export function BarFace({ settings, size, readings }: BarFaceProps) {
  const { title, plots, decimals } = settings;
  const zone = useZone();
  const { resolve } = useDashboardScope();
  const conversions = readings.flatMap(({ value, conversion }) => (value === null ? [] : [conversion]));
  const values = readings.flatMap(({ value }) => (value === null ? [] : [value]));
  const plotPx = Math.max(40, size.height - FOOTER_PX - (title === '' ? 8 : HEADER_PX));
  const { ticks, shareOf, base } = layoutBars(values, shownLimits(settings, conversions), plotPx);
  const labels = formatTicks(ticks);
  const numbers = readings.map((reading) => ({ text: valueText(reading, decimals), unit: reading.unit, reading }));
  const slotPx = (size.width - AROUND_NAMES_PX) / Math.max(plots.length, 1);
  // A text may be shortened, a number may not.
  const room = numberRoom(
    numbers.filter(({ reading }) => !reading.isString),
    slotPx,
  );
  return (
    <figure className={classes.graph} aria-label={title || 'Bar graph'}>
      {title === '' ? null : (
        <figcaption className={classes.title} title={title}>
          {title}
        </figcaption>
      )}
      <div className={classes.body} data-bare={title === ''}>
        <div className={classes.scale} aria-hidden="true">
          <span className={classes.widest}>{labels.reduce((a, b) => (a.length >= b.length ? a : b), '')}</span>
          {ticks.map((tick, index) => (
            <span key={tick} className={classes.tick} style={{ bottom: `${shareOf(tick) * 100}%` }}>
              {labels[index]}
            </span>
          ))}
        </div>
        <div className={classes.plot}>
          {ticks.map((tick) => (
            <span
              key={tick}
              className={classes.line}
              data-base={tick === base || undefined}
              style={{ bottom: `${shareOf(tick) * 100}%` }}
            />
          ))}
          {plots.map((plot, index) => {
            const reading = readings[index];
            const value = reading?.value ?? null;
            const share = value === null ? shareOf(base) : shareOf(value);
            const [low, high] = [Math.min(share, shareOf(base)), Math.max(share, shareOf(base))];
            const text = reading === undefined ? '' : describe(reading, decimals, zone);
            return (
              <Tooltip
                // biome-ignore lint/suspicious/noArrayIndexKey: plots have no identity beyond their place
                key={index}
                label={text}
                multiline
                position="top"
                events={{ hover: true, focus: true, touch: true }}
              >
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches what the pointer can read */}
                <div className={classes.slot} tabIndex={0} role="img" aria-label={text} {...whyOf(resolve(plot))}>
                  <span
                    className={classes.bar}
                    data-doubtful={
                      (reading !== undefined && (reading.isStale || reading.quality !== 'good')) || undefined
                    }
                    style={{
                      bottom: `${low * 100}%`,
                      height: `${(high - low) * 100}%`,
                      backgroundColor: plotColour(plot, index),
                    }}
                  />
                </div>
              </Tooltip>
            );
          })}
        </div>
      </div>
      <div className={classes.names} aria-hidden="true">
        {plots.map((plot, index) => {
          const reading = readings[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: plots have no identity beyond their place
            <span key={index} className={classes.name} title={reading && nameOf(reading)} {...whyOf(resolve(plot))}>
              <b>
                {room === 'none' && !reading?.isString ? null : numbers[index]?.text}
                {room !== 'with-unit' || !reading?.unit ? null : <small> {reading.unit}</small>}
              </b>
              <span>{reading && nameOf(reading)}</span>
            </span>
          );
        })}
      </div>
    </figure>
  );
}

function nameOf({ state, name, label }: Reading): string {
  if (state === 'unchosen') return 'Choose data item';
  return state === 'missing' ? 'Cannot find data item' : name || label;
}

function textWithUnit(reading: Reading, decimals: number | null): string {
  const text = valueText(reading, decimals);
  return reading.unit === '' ? text : `${text} ${reading.unit}`;
}

function describe(reading: Reading, decimals: number | null, zone: string): string {
  const { timestamp, quality, isStale, state } = reading;
  if (state !== 'ok') return nameOf(reading);
  const doubts = [quality === 'good' ? '' : `${quality} quality`, isStale ? 'old' : ''].filter((doubt) => doubt !== '');
  const when = timestamp === null ? '' : `, ${formatDateTimeExact(timestamp, zone)} ${zoneName(timestamp, zone)}`;
  return `${nameOf(reading)}: ${textWithUnit(reading, decimals)}${when}${doubts.length === 0 ? '' : ` (${doubts.join(', ')})`}`;
}
