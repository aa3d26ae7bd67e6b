import type { EpochSeconds } from '@telltale/contract';

/** Something that happened, as a mark on the time axis. */
export interface ChartMark {
  time: EpochSeconds;
  kind: 'alarm' | 'event' | 'note';
  /** `High pressure raised`: text, never markup. */
  label: string;
  colour: string;
}

const SIZE_PX = 5;
/** The crosshair tells of marks within this many pixels. */
export const MARK_REACH_PX = 6;

interface MarkView {
  ctx: CanvasRenderingContext2D;
  bbox: { left: number; top: number; width: number; height: number };
  pixelRatio: number;
  toX: (time: EpochSeconds) => number;
}

/**
 * Draws marks on the lower edge of the plot: alarms as triangles, events as diamonds, notes as squares, each with a faint upright. Alarms
 * last: what happened at the same time must not hide one.
 */
export function drawMarks(marks: readonly ChartMark[], { ctx, bbox, pixelRatio, toX }: MarkView): void {
  const bottom = bbox.top + bbox.height;
  const size = SIZE_PX * pixelRatio;
  ctx.save();
  ctx.setLineDash([2 * pixelRatio, 3 * pixelRatio]);
  ctx.lineWidth = pixelRatio;
  const inOrder = [...marks.filter(({ kind }) => kind !== 'alarm'), ...marks.filter(({ kind }) => kind === 'alarm')];
  for (const { time, kind, colour } of inOrder) {
    const x = toX(time);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colour;
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.45;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bottom);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.beginPath();
    if (kind === 'note') ctx.rect(x - 0.8 * size, bottom - 2 * size, 1.6 * size, 1.6 * size);
    else {
      ctx.moveTo(x - size, kind === 'alarm' ? bottom : bottom - size);
      ctx.lineTo(x, bottom - 2 * size);
      ctx.lineTo(x + size, kind === 'alarm' ? bottom : bottom - size);
      if (kind === 'event') ctx.lineTo(x, bottom);
    }
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}

/** The sign of a mark where it stands in a line of text. */
export const MARK_SIGNS: Readonly<Record<ChartMark['kind'], string>> = { alarm: '▲', event: '◆', note: '■' };

/** The marks within a distance of a moment, nearest first. */
export function marksNear(marks: readonly ChartMark[], moment: EpochSeconds, reachS: number): ChartMark[] {
  return marks
    .filter(({ time }) => Math.abs(time - moment) <= reachS)
    .sort((a, b) => Math.abs(a.time - moment) - Math.abs(b.time - moment));
}
