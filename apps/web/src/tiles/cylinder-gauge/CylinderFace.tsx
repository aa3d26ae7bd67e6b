import { formatNumber, formatTicks, type Range } from '@telltale/domain';
import { useId } from 'react';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { briefText, clipWords } from '#tiles/shared/reading/value-text.ts';
import classes from './cylinder.module.css';
import {
  type CylinderLayout,
  fillPercent,
  layoutCylinder,
  MARK_PX,
  mostFigures,
  outsideOf,
  UNIT_SHARE,
  vesselPath,
} from './cylinder-geometry.ts';

interface CylinderFaceProps {
  /** What is in the vessel, and its outline; '' is the theme's own. */
  color: string;
  strokeColor: string;
  scale: Range;
  /** To how many decimals values are written. */
  decimals: number;
  size: TileSize;
  name: string;
  unit: string;
  /** The formatted value, a string item's string, or '- -'. */
  text: string;
  /** How high it stands; null: the vessel is empty because nothing is known. */
  value: number | null;
  /** The value is old or of bad quality: its fill is hatched. */
  isDoubtful: boolean;
}

/** Wider than this share of its height, a tile has the value beside the vessel. */
const WIDE = 1.35;
/** Of the smallest letters that can be read. */
const CHARACTER_PX = 6.6;
const LEAST_UNIT_PX = 9;

/** A vessel with its level: props in, markup out. */
export function CylinderFace(props: CylinderFaceProps) {
  const { color, strokeColor, scale, decimals, size, name, unit, text, value, isDoubtful } = props;
  const { min, max } = scale;
  const most = Math.floor(size.width / (size.width > size.height * WIDE ? 2 : 1) / CHARACTER_PX);
  const drawn = clipWords(briefText(text, value, mostFigures(size)), Math.max(6, most));
  const drawnUnit = clipWords(unit, Math.max(4, most - drawn.length));
  const marks = formatTicks([0, 1, 2, 3, 4].map((step) => min + ((max - min) * step) / 4));
  const layout = layoutCylinder({
    size,
    name,
    valueText: [formatNumber(min, decimals), formatNumber(max, decimals), drawn].reduce(longer),
    unit: drawnUnit,
    markLabel: marks.reduce(longer, ''),
  });
  const percent = value === null ? null : fillPercent(value, min, max);
  const outside = value === null ? undefined : outsideOf(value, min, max);
  const spoken = `${name || 'Level'}: ${text}${unit && ` ${unit}`}${outside ? `, ${outside} the scale` : ''}`;
  return (
    <figure className={classes.cylinder} aria-label={spoken}>
      <figcaption className={classes.name} style={{ fontSize: layout.namePx }} title={name}>
        {name}
      </figcaption>
      <svg className={classes.picture} width={size.width} height={size.height} aria-hidden="true">
        <Fill layout={layout} percent={percent} colour={color} stroke={strokeColor} isDoubtful={isDoubtful} />
        <Scale layout={layout} labels={marks} />
        <text className={classes.value} x={layout.value.x} y={layout.value.y} style={{ fontSize: layout.valuePx }}>
          {drawn === text && drawnUnit === unit ? null : <title>{`${text} ${unit}`}</title>}
          {drawn}
          <tspan
            className={classes.unit}
            dx={layout.valuePx * 0.18}
            style={{ fontSize: Math.max(LEAST_UNIT_PX, layout.valuePx * UNIT_SHARE) }}
          >
            {drawnUnit}
          </tspan>
        </text>
      </svg>
    </figure>
  );
}

interface FillProps {
  layout: CylinderLayout;
  percent: number | null;
  colour: string;
  stroke: string;
  isDoubtful: boolean;
}

function Fill({ layout, percent, colour, stroke, isDoubtful }: FillProps) {
  const { vessel } = layout;
  const id = useId();
  const { x, y, width, height, rim } = vessel;
  const outline = vesselPath(vessel);
  // From surface to surface: a full vessel reaches its upper rim, an empty one the lower.
  const drop = ((100 - (percent ?? 0)) / 100) * (height - 2 * rim);
  const middle = x + width / 2;
  return (
    <g style={colour === '' ? {} : { color: colour }} className={classes.contents}>
      <clipPath id={`${id}-inside`}>
        <path d={outline} />
      </clipPath>
      <pattern id={`${id}-hatch`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={classes.hatch} width="3" height="7" />
      </pattern>
      <path className={classes.vessel} d={outline} />
      {percent === null || percent === 0 ? null : (
        <g clipPath={`url(#${id}-inside)`}>
          <g
            className={classes.level}
            data-percent={Math.round(percent * 100) / 100}
            style={{ transform: `translateY(${drop}px)` }}
          >
            <rect className={classes.liquid} x={x} y={y + rim} width={width} height={height} />
            {isDoubtful ? (
              <rect x={x} y={y + rim} width={width} height={height} fill={`url(#${id}-hatch)`} data-hatched />
            ) : null}
            <ellipse className={classes.liquid} cx={middle} cy={y + rim} rx={width / 2} ry={rim} />
            <ellipse className={classes.surface} cx={middle} cy={y + rim} rx={width / 2} ry={rim} />
          </g>
        </g>
      )}
      <g className={classes.outline} style={stroke === '' ? {} : { stroke }}>
        <path d={outline} />
        <ellipse cx={middle} cy={y + rim} rx={width / 2} ry={rim} />
      </g>
    </g>
  );
}

function Scale({ layout, labels }: { layout: CylinderLayout; labels: readonly string[] }) {
  const { vessel, marks } = layout;
  if (marks === 0) return null;
  const every = (labels.length - 1) / (marks - 1);
  const right = vessel.x + vessel.width;
  const bottom = vessel.y + vessel.height - vessel.rim;
  return labels.map((label, index) => {
    if (index % every !== 0) return null;
    const y = bottom - (index / (labels.length - 1)) * (vessel.height - 2 * vessel.rim);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its place on the scale
      <g key={index}>
        <line className={classes.tick} x1={right + 2} x2={right + 7} y1={y} y2={y} />
        <text className={classes.mark} x={right + 10} y={y} style={{ fontSize: MARK_PX }}>
          {label}
        </text>
      </g>
    );
  });
}

function longer(longest: string, candidate: string): string {
  return candidate.length > longest.length ? candidate : longest;
}
