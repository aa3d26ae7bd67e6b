import type { TileSize } from '#tile-kit/define-tile.ts';

/** How full a vessel is, in percent of its scale, clamped to 0-100 (spec 1 §5). A scale may run downwards. */
export function fillPercent(value: number, min: number, max: number): number {
  if (min === max) return value > max ? 100 : 0;
  return Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100));
}

/** Where a value lies when it is beyond the scale. */
export function outsideOf(value: number, min: number, max: number): 'above' | 'below' | undefined {
  if (value > Math.max(min, max)) return 'above';
  return value < Math.min(min, max) ? 'below' : undefined;
}

export interface Vessel {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Half the height of the ellipses that close it, so that it looks seen from slightly above. */
  rim: number;
}

export interface CylinderLayout {
  namePx: number;
  valuePx: number;
  vessel: Vessel;
  /** Middle of the value's text, and whether it stands under the vessel or beside it. */
  value: { x: number; y: number; isBeside: boolean };
  /** Marks of the scale with a label; 0 in tiles too small for any. */
  marks: number;
}

/** Width of a character as a share of the font's height, Inter semibold with tabular figures. */
const CHARACTER = 0.62;
/** The unit stands behind the value at this share of its size. */
export const UNIT_SHARE = 0.55;
export const MARK_PX = 11;
/** The smallest value that can be read. */
const LEAST_VALUE_PX = 10;
const MARK_GAP = 10;
const GAP = 6;

interface LayoutInput {
  size: TileSize;
  name: string;
  /** The longest text that the value may have, and its unit. */
  valueText: string;
  unit: string;
  /** The longest label of the scale. */
  markLabel: string;
}

/** Places the parts in a tile: the value under the vessel, or beside it where the tile is wide. */
export function layoutCylinder({ size, name, valueText, unit, markLabel }: LayoutInput): CylinderLayout {
  const { width, height } = size;
  const namePx = name === '' ? 0 : clamp(Math.min(height * 0.075, width / (name.length * CHARACTER)), 11, 24);
  const top = namePx * 1.45;
  const room = Math.max(0, height - top);
  const widthInCharacters = (Math.max(4, valueText.length) + (unit.length + 0.8) * UNIT_SHARE) * CHARACTER;
  const isBeside = width > room * 1.35 && widthInCharacters * LEAST_VALUE_PX <= width / 2;
  const textWidth = isBeside ? width * 0.5 : width;
  const valuePx = clamp(Math.min(room * (isBeside ? 0.34 : 0.17), textWidth / widthInCharacters), LEAST_VALUE_PX, 140);

  const vesselRoom = isBeside ? width - Math.min(textWidth, valuePx * widthInCharacters) - GAP : width;
  const vesselHeight = Math.max(0, isBeside ? room : room - valuePx * 1.25 - GAP);
  // The letter of a suffix is wider than a figure.
  const labels = (markLabel.length + 0.5) * MARK_PX * CHARACTER + MARK_GAP;
  const hasMarks = vesselHeight > 64 && vesselRoom > labels + 44;
  const scale = hasMarks ? labels : 0;
  const vesselWidth = Math.max(0, Math.min(vesselRoom - scale - 4, vesselHeight * 0.78));
  const left = (vesselRoom - vesselWidth - scale) / 2;
  return {
    namePx,
    valuePx,
    vessel: { x: left, y: top, width: vesselWidth, height: vesselHeight, rim: Math.min(vesselWidth * 0.11, 18) },
    value: isBeside
      ? { x: (vesselRoom + width) / 2, y: top + room / 2, isBeside }
      : { x: width / 2, y: height - valuePx * 0.6, isBeside },
    marks: hasMarks ? (vesselHeight > 150 ? 5 : 3) : 0,
  };
}

/** So many figures fit side by side at the smallest size that can be read. */
export function mostFigures({ width }: TileSize): number {
  return Math.floor(width / (LEAST_VALUE_PX * CHARACTER));
}

/** The outline of a vessel: straight walls between two half ellipses. */
export function vesselPath({ x, y, width, height, rim }: Vessel): string {
  const arc = `${width / 2} ${rim} 0 0`;
  return `M${x} ${y + rim}A${arc} 1 ${x + width} ${y + rim}V${y + height - rim}A${arc} 1 ${x} ${y + height - rim}Z`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
