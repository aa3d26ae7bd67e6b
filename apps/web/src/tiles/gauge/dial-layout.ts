import type { TileSize } from '#tile-kit/define-tile.ts';
import { type Dial, type Point, pointAt, TICKS } from './gauge-geometry.ts';
import type { GaugeStyle } from './settings.ts';

/** Radius of the outer edge of the scale in the picture's own units; everything else is measured in these. */
export const RADIUS = 100;
/** Beyond the scale: the rim of a plate, and room for the stroke. */
const RIM = { simple: 2, default: 9, dark: 9 } as const;
export const TICK_LENGTH = 5;
const LABEL_GAP = 3.5;

/** Units of height per point of a font setting: at 18, the normal size, a label is 9 units high and a value 41. */
const LABEL_UNITS = 0.52;
const VALUE_UNITS = 2.3;
const UNIT_UNITS = 0.78;
const TITLE_UNITS = 0.72;

const LEAST_LABEL_PX = 8.5;
const LEAST_TITLE_PX = 11;
const TITLE_LINE = 1.45;
/** Width of a figure as a share of the font's height: Inter, semibold, tabular. */
const FIGURE_WIDTH = 0.63;
/** And its height. */
const FIGURE_HEIGHT = 0.75;
/** A value narrower than this is none that can be read. */
const LEAST_HALF = 25;

export interface DialFonts {
  title: number;
  value: number;
  unit: number;
  label: number;
}

export interface DialTexts {
  /** The longest value expected: the value's size follows it, so that it doesn't change with every reading. */
  longestValue: string;
  hasUnit: boolean;
  labels: readonly string[];
}

export interface DialLayout {
  viewBox: string;
  /** Size of the picture on the screen, below the title. */
  width: number;
  height: number;
  titlePx: number;
  labelUnits: number;
  /** Lower edge of the picture. */
  bottom: number;
  /** Label every tick, every second, every fifth, or the two ends only. */
  labelEvery: number;
  valueUnits: number;
  /** On the screen. */
  valuePx: number;
  valueY: number;
  unitUnits: number;
  unitY: number;
}

interface LayoutRequest {
  dial: Dial;
  style: GaugeStyle;
  barWidth: number;
  size: TileSize;
  fonts: DialFonts;
  texts: DialTexts;
}

/** Places the dial's parts so that they fill the tile; the value is as large as its place and its setting allow. */
export function layoutDial({ dial, style, barWidth, size, fonts, texts }: LayoutRequest): DialLayout {
  const innerRadius = RADIUS - barWidth - TICK_LENGTH;
  const isCentred = style === 'simple';
  const isFlat = dial.sweepDeg <= 180;

  const chars = Math.max(3, texts.longestValue.length);
  const room = isCentred ? innerRadius * (isFlat ? 1.15 : 1.3) : innerRadius * 1.35;
  const ceiling = isCentred ? 60 : 34;
  const written = (valueUnits: number) => {
    const unitUnits = Math.min(fonts.unit * UNIT_UNITS, valueUnits * 0.7);
    const centreY = isCentred ? (isFlat ? -valueUnits * 0.5 : -2) : isFlat ? 12 + valueUnits * 0.5 : 46;
    const valueY = texts.hasUnit || !isCentred || isFlat ? centreY : centreY + 6;
    return { valueUnits, valueY, unitUnits, unitY: valueY + valueUnits * 0.5 + unitUnits * 0.62 };
  };
  const largest = written(
    Math.min(fonts.value * VALUE_UNITS * (isCentred ? 1 : 0.8), ceiling, room / (chars * FIGURE_WIDTH)),
  );

  const arc = arcBox(dial, RADIUS + RIM[style]);
  const textBottom =
    (texts.hasUnit ? largest.unitY + largest.unitUnits * 0.6 : largest.valueY + largest.valueUnits * 0.5) +
    (isCentred ? 0 : 8);
  const bottom = Math.max(arc.bottom, textBottom, style === 'simple' || isFlat ? 0 : RADIUS + RIM[style]) + 1;
  const width = arc.right - arc.left;
  const height = bottom - arc.top;

  const scale = Math.max(
    0.01,
    Math.min(size.width / width, size.height / (height + fonts.title * TITLE_UNITS * TITLE_LINE)),
  );
  const titlePx = Math.max(LEAST_TITLE_PX, fonts.title * TITLE_UNITS * scale);
  const labelUnits = Math.max(fonts.label * LABEL_UNITS, LEAST_LABEL_PX / scale);
  const labelEvery = labelSpacing(dial, innerRadius - labelUnits, labelUnits, texts.labels);
  const free = roomBetweenLabels({ dial, barWidth, labels: texts.labels, labelUnits, labelEvery, ...largest });
  const value = written(Math.min(largest.valueUnits, free / (chars * FIGURE_WIDTH)));
  return {
    viewBox: [arc.left, arc.top, width, height].map((edge) => Number(edge.toFixed(2))).join(' '),
    width: size.width,
    // No higher than it is drawn: its title stays beside it in a tall tile.
    height: Math.max(0, Math.min(size.height - titlePx * TITLE_LINE, height * scale)),
    titlePx,
    labelUnits,
    bottom,
    labelEvery,
    ...value,
    valuePx: value.valueUnits * scale,
  };
}

interface Labelled {
  dial: Dial;
  barWidth: number;
  labels: readonly string[];
  labelUnits: number;
  labelEvery: number;
  valueY: number;
  valueUnits: number;
}

/** How wide a value may be that stands between the labels at its height and touches none of them. */
function roomBetweenLabels(placed: Labelled): number {
  const { dial, barWidth, labels, labelUnits, labelEvery, valueY, valueUnits } = placed;
  const reach = (valueUnits + labelUnits) * FIGURE_HEIGHT * 0.5;
  const halves = labels.map((label, index) => {
    const { x, y } = labelPoint(dial.startDeg + (dial.sweepDeg * index) / TICKS, label, labelUnits, barWidth);
    const isBeside = index % labelEvery === 0 && Math.abs(y - valueY) < reach;
    return isBeside ? Math.abs(x) - (label.length * FIGURE_WIDTH * labelUnits) / 2 : RADIUS;
  });
  // Labels straight above or below are none that it stands between.
  return 2 * Math.min(RADIUS, ...halves.filter((half) => half > LEAST_HALF));
}

/**
 * The middle of a label so that its box just keeps clear of the ticks: a wide one at nine o'clock stands further in
 * than at twelve, or its tick would read as a minus sign.
 */
export function labelPoint(angleDeg: number, label: string, labelUnits: number, barWidth: number): Point {
  const { x, y } = pointAt(angleDeg, 1);
  const halfWidth = (label.length * FIGURE_WIDTH * labelUnits) / 2;
  const inset = Math.abs(x) * halfWidth + Math.abs(y) * labelUnits * 0.42;
  return pointAt(angleDeg, RADIUS - barWidth - TICK_LENGTH - LABEL_GAP - inset);
}

/** How many ticks apart labels must stand so that none touches its neighbour. */
function labelSpacing(dial: Dial, radius: number, labelUnits: number, labels: readonly string[]): number {
  const longest = Math.max(1, ...labels.map((label) => label.length));
  const needed = Math.max(longest * FIGURE_WIDTH * 0.85, 1.2) * labelUnits;
  const apart = (((dial.sweepDeg * Math.PI) / 180) * radius) / TICKS;
  return [1, 2, 5].find((every) => apart * every >= needed) ?? TICKS;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The smallest box that holds an arc and the dial's centre. */
function arcBox(dial: Dial, radius: number): Box {
  const stops = [dial.startDeg, dial.startDeg + dial.sweepDeg];
  for (let quarter = -360; quarter <= 720; quarter += 90) {
    if (quarter > dial.startDeg && quarter < dial.startDeg + dial.sweepDeg) stops.push(quarter);
  }
  const points = [...stops.map((stop) => pointAt(stop, radius)), { x: 0, y: 0 }];
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
