import { formatBriefly, formatNumber, formatTicks, type Range } from '@telltale/domain';
import { type CSSProperties, useMemo } from 'react';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { fitTitle } from '#tiles/shared/head/fit-title.ts';
import { briefText, clipWords } from '#tiles/shared/reading/value-text.ts';
import { DialScale } from './DialScale.tsx';
import { layoutDial } from './dial-layout.ts';
import { FilledBar } from './FilledBar.tsx';
import classes from './gauge.module.css';
import type { GaugeBands } from './gauge-bands.ts';
import { angleOf, arcsOf, dialOf, outsideOf, shareOf, tickValues } from './gauge-geometry.ts';
import { Needle } from './Needle.tsx';
import type { GaugeSettings } from './settings.ts';

interface GaugeFaceProps {
  settings: GaugeSettings;
  scale: Range;
  bands: GaugeBands;
  /** To how many decimals values are written. */
  decimals: number;
  size: TileSize;
  title: string;
  unit: string;
  /** What is written: the formatted value, a string item's string, or '- -'. */
  text: string;
  /** Where the needle points; null: there is no needle. */
  value: number | null;
  /** The value is old, or of bad quality: its needle is drawn hollow. */
  isDoubtful: boolean;
  /** Values follow one another fast: nothing is eased. */
  isFast: boolean;
}

/** Of a value that is words: more would be drawn too small to read. */
const MOST_CHARACTERS = 14;
/** A number that would be smaller is written to four figures. */
const LEAST_VALUE_PX = 9;
const MOST_UNIT_CHARACTERS = 18;
/** Width that a unit may have between the labels at the ends of the scale, and that of one of its characters. */
const UNIT_ROOM = 96;
const CHARACTER = 0.58;

/** The dial: props in, markup out. */
export function GaugeFace(props: GaugeFaceProps) {
  const { settings, scale, bands, decimals, size, title, unit, text, value, isDoubtful, isFast } = props;
  const { min, max } = scale;
  const { style, barWidth, half, startAngle, tickAngle } = settings;
  const dial = useMemo(
    () => dialOf({ min, max, half, startAngle, tickAngle }),
    [min, max, half, startAngle, tickAngle],
  );
  const arcs = useMemo(() => arcsOf(bands.bands, dial), [bands, dial]);
  const labels = useMemo(() => formatTicks(tickValues(dial)), [dial]);

  const words = clipWords(text, MOST_CHARACTERS);
  const brief = briefText(words, value, 0);
  const drawnUnit = clipWords(unit, MOST_UNIT_CHARACTERS);
  const longestValue = [formatNumber(min, decimals), formatNumber(max, decimals), words].reduce(longer);
  const longestBrief = [formatBriefly(min), formatBriefly(max), brief].reduce(longer);
  const { titleFontSize, valueFontSize, unitFontSize, labelFontSize } = settings;
  const hasUnit = unit !== '';
  const { width, height } = size;
  // The dial stands still from value to value: as long as its parts are the same objects it is not rendered again.
  const layout = useMemo(() => {
    const withValue = (longest: string) =>
      layoutDial({
        dial,
        style,
        barWidth,
        size: { width, height },
        fonts: { title: titleFontSize, value: valueFontSize, unit: unitFontSize, label: labelFontSize },
        texts: { longestValue: longest, hasUnit, labels },
      });
    const plain = withValue(longestValue);
    return plain.valuePx >= LEAST_VALUE_PX
      ? { ...plain, isBrief: false }
      : { ...withValue(longestBrief), isBrief: true };
  }, [
    dial,
    style,
    barWidth,
    width,
    height,
    titleFontSize,
    valueFontSize,
    unitFontSize,
    labelFontSize,
    longestValue,
    longestBrief,
    hasUnit,
    labels,
  ]);
  const drawn = layout.isBrief ? brief : words;

  const angle = value === null ? null : angleOf(value, dial);
  const active = value === null ? undefined : bands.activeOf(value);
  const outside = value === null ? undefined : outsideOf(value, dial);
  const spoken = `${title || 'Gauge'}: ${text}${unit && ` ${unit}`}${outside ? `, ${outside} the scale` : ''}`;

  return (
    <figure className={classes.gauge} data-style={style} aria-label={spoken}>
      <figcaption className={classes.title} style={{ fontSize: fitTitle(title, layout.titlePx, width) }} title={title}>
        {title}
      </figcaption>
      <svg
        className={classes.picture}
        viewBox={layout.viewBox}
        width={layout.width}
        height={layout.height}
        aria-hidden="true"
      >
        <DialScale
          dial={dial}
          bands={arcs}
          active={active}
          labels={labels}
          layout={layout}
          style={style}
          barWidth={barWidth}
        />
        {style === 'simple' && value !== null ? (
          <FilledBar
            dial={dial}
            colour={active === undefined || active.isNormal ? 'var(--tt-gauge-normal)' : active.colour}
            barWidth={barWidth}
            filled={shareOf(value, dial)}
          />
        ) : null}
        {angle === null ? null : (
          <Needle angleDeg={angle} style={style} barWidth={barWidth} isHollow={isDoubtful} isFast={isFast} />
        )}
        <text className={classes.value} y={layout.valueY} style={sized(layout.valueUnits)}>
          {drawn === text ? null : <title>{text}</title>}
          {drawn}
        </text>
        <text
          className={classes.unit}
          y={layout.unitY}
          style={sized(Math.min(layout.unitUnits, UNIT_ROOM / (drawnUnit.length * CHARACTER)))}
        >
          {drawnUnit === unit ? null : <title>{unit}</title>}
          {drawnUnit}
        </text>
      </svg>
    </figure>
  );
}

function longer(longest: string, candidate: string): string {
  return candidate.length > longest.length ? candidate : longest;
}

/** A font size in the picture's own units. */
function sized(units: number): CSSProperties {
  return { fontSize: `${units.toFixed(2)}px` };
}
