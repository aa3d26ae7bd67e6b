import type { EpochSeconds } from '@telltale/contract';
import type { AlarmStretch, Threshold } from '../model/chart-alarms.ts';

/** Behind the lines, thin enough to read them through it; its upper edge is what is seen at a glance. */
const STRETCH_ALPHA = 0.08;
const EDGE_PX = 3;
const THRESHOLD_DASH = [6, 3];
const THRESHOLD_ALPHA = 0.85;
const LABEL_PX = 10;
const LABEL_ROOM_PX = LABEL_PX + 3;

interface AlarmView {
  readonly ctx: CanvasRenderingContext2D;
  readonly bbox: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly pixelRatio: number;
}

/** Draws when alarms were open: a breath of the severest one's colour, and a line along the upper edge of the plot. */
export function drawStretches(
  stretches: readonly AlarmStretch[],
  { ctx, bbox, pixelRatio, toX, nowS }: AlarmView & { toX: (time: EpochSeconds) => number; nowS: EpochSeconds },
): void {
  const right = bbox.left + bbox.width;
  ctx.save();
  for (const { from, to, colour } of stretches) {
    const start = Math.max(bbox.left, toX(from));
    const end = Math.min(right, toX(Math.min(to, nowS)));
    if (!(end > bbox.left && start < right)) continue;
    // What was over in less than a pixel was open all the same.
    const width = Math.max(pixelRatio, end - start);
    ctx.fillStyle = colour;
    ctx.globalAlpha = STRETCH_ALPHA;
    ctx.fillRect(start, bbox.top, width, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(start, bbox.top, width, EDGE_PX * pixelRatio);
  }
  ctx.restore();
}

interface ThresholdView extends AlarmView {
  /** Place of a series' value. */
  readonly toY: (value: number, series: number) => number;
  readonly isShown: readonly boolean[];
  readonly textColour: string;
}

/** Draws thresholds of series in sight as dashed lines with their names, where they lie within what the axis spans. */
export function drawThresholds(thresholds: readonly Threshold[], view: ThresholdView): void {
  const { ctx, bbox, pixelRatio, toY, isShown, textColour } = view;
  const bottom = bbox.top + bbox.height;
  const room = LABEL_ROOM_PX * pixelRatio;
  const named: number[] = [];
  ctx.save();
  ctx.lineWidth = pixelRatio;
  ctx.font = `${LABEL_PX * pixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  for (const { series, value, colour, label } of thresholds) {
    const y = toY(value, series);
    if (isShown[series] === false || !(y >= bbox.top && y <= bottom)) continue;
    ctx.strokeStyle = colour;
    ctx.globalAlpha = THRESHOLD_ALPHA;
    ctx.setLineDash(THRESHOLD_DASH.map((px) => px * pixelRatio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // Names over each other could not be read.
    if (y - bbox.top < room || named.some((other) => Math.abs(other - y) < room)) continue;
    named.push(y);
    ctx.globalAlpha = 1;
    ctx.fillStyle = textColour;
    ctx.fillText(label, bbox.left + bbox.width - 4 * pixelRatio, y - pixelRatio, bbox.width / 2);
  }
  ctx.restore();
}
