import { CrosshairMember } from '../crosshair/crosshair-member.ts';
import { type PlotPlace, placeIn } from '../draw/chart-gestures.ts';
import classes from '../draw/chart-overlay.module.css';
import { rangeBetween, type TimeRange } from '../model/time-range.ts';
import type { AmPlotPlace } from './am-axes.ts';

export interface OverlayEvents {
  onCursor(at: PlotPlace | undefined, isOwn: boolean): void;
  onSelect(range: TimeRange): void;
  onDoubleClick(): void;
  momentAt(leftPx: number): number;
  leftOf(moment: number): number;
}

/** Shorter drags are clicks. */
const LEAST_DRAG_PX = 6;

/**
 * What lies over the plot of an amCharts chart: the crosshair, shared with the uPlot charts of the tab through their own
 * group, the selection, and the canvas of the marks.
 */
export class AmOverlay {
  readonly element = document.createElement('div');
  readonly #line = document.createElement('div');
  readonly #band = document.createElement('div');
  readonly #canvas = document.createElement('canvas');
  readonly #events: OverlayEvents;
  readonly #member: CrosshairMember;
  readonly #ends = new AbortController();
  #cursor: PlotPlace | undefined;
  #isHovered = false;
  #dragFrom: number | undefined;

  constructor(parent: HTMLElement, crosshairKey: string, events: OverlayEvents) {
    this.#events = events;
    this.element.className = classes.over ?? '';
    this.#line.className = classes.line ?? '';
    this.#band.className = classes.band ?? '';
    this.#canvas.className = classes.marks ?? '';
    this.#line.hidden = true;
    this.#band.hidden = true;
    this.element.append(this.#canvas, this.#band, this.#line);
    parent.append(this.element);
    this.#listen();
    this.#member = new CrosshairMember(crosshairKey, (moment) => this.#follow(moment));
  }

  get width(): number {
    return this.element.clientWidth;
  }

  get height(): number {
    return this.element.clientHeight;
  }

  get cursor(): PlotPlace | undefined {
    return this.#cursor;
  }

  get isHovered(): boolean {
    return this.#isHovered;
  }

  place({ left, top, width, height }: AmPlotPlace): void {
    const { style } = this.element;
    const next = [`${left}px`, `${top}px`, `${width}px`, `${height}px`] as const;
    // Writing the same place again would still cost a layout.
    if (style.left === next[0] && style.top === next[1] && style.width === next[2] && style.height === next[3]) return;
    [style.left, style.top, style.width, style.height] = next;
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
  }

  clearedCanvas(): CanvasRenderingContext2D | null {
    const context = this.#canvas.getContext('2d');
    context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    return context;
  }

  moveCursor(byPx: number): void {
    const from = this.#cursor?.left ?? this.width;
    this.#setCursor({ left: Math.min(this.width, Math.max(0, from + byPx)), top: this.height / 2 }, true);
  }

  destroy(): void {
    this.#ends.abort();
    this.#member.leave();
    this.element.remove();
  }

  #listen(): void {
    const { signal } = this.#ends;
    const placeOf = (event: MouseEvent) => placeIn(this.element, event);
    this.element.addEventListener('mousemove', (event) => this.#setCursor(placeOf(event), true), { signal });
    this.element.addEventListener('mouseleave', () => this.#setCursor(undefined, true), { signal });
    this.element.addEventListener('dblclick', () => this.#events.onDoubleClick(), { signal });
    this.element.addEventListener(
      'mousedown',
      (event) => {
        if (event.button === 0 && !event.shiftKey) this.#dragFrom = placeOf(event).left;
      },
      { signal },
    );
    window.addEventListener('mouseup', (event) => this.#endDrag(placeOf(event).left), { signal });
  }

  #endDrag(to: number): void {
    const from = this.#dragFrom;
    this.#dragFrom = undefined;
    this.#band.hidden = true;
    if (from === undefined || Math.abs(to - from) < LEAST_DRAG_PX) return;
    const range = rangeBetween(this.#events.momentAt(from), this.#events.momentAt(to));
    if (range !== undefined) this.#events.onSelect(range);
  }

  #setCursor(at: PlotPlace | undefined, isOwn: boolean): void {
    this.#cursor = at;
    this.#isHovered = isOwn && at !== undefined;
    this.#line.hidden = at === undefined;
    if (at !== undefined) this.#line.style.transform = `translateX(${Math.round(at.left)}px)`;
    if (at !== undefined && this.#dragFrom !== undefined) this.#showBand(this.#dragFrom, at.left);
    this.#events.onCursor(at, isOwn);
    if (isOwn) this.#member.publish(at === undefined ? undefined : this.#events.momentAt(at.left));
  }

  #showBand(from: number, to: number): void {
    this.#band.hidden = Math.abs(to - from) < LEAST_DRAG_PX;
    this.#band.style.left = `${Math.min(from, to)}px`;
    this.#band.style.width = `${Math.abs(to - from)}px`;
  }

  /** Another chart's crosshair stands at a moment that this one may not show. */
  #follow(moment: number | undefined): void {
    const left = moment === undefined ? -1 : this.#events.leftOf(moment);
    this.#setCursor(left >= 0 && left <= this.width ? { left, top: this.height / 2 } : undefined, false);
  }
}
