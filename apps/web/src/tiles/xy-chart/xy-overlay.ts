import { ChartTooltip } from '#tiles/shared/chart/crosshair/chart-tooltip.ts';
import { CrosshairDots } from '#tiles/shared/chart/crosshair/crosshair-dots.ts';
import { type PlotPlace, placeIn } from '#tiles/shared/chart/draw/chart-gestures.ts';
import classes from '#tiles/shared/chart/draw/chart-overlay.module.css';
import type { PlotPart } from './xy-view.ts';

export interface XyOverlayEvents {
  /** The pointer moved over the plot, or (undefined) away from it. */
  onPointer(at: PlotPlace | undefined): void;
  /** A rectangle was drawn. */
  onSelect(part: PlotPart): void;
  onDoubleClick(): void;
}

/** Shorter drags are clicks. */
const LEAST_DRAG_PX = 6;
/** A drag that goes less than this to a side means the other one only. */
export const LEAST_SIDE_PX = 20;

/** What lies over the plot of an XY chart, whichever library drew it: marks, dots, tooltip and the rectangle of a drag. */
export class XyOverlay {
  readonly element = document.createElement('div');
  readonly dots: CrosshairDots;
  readonly tooltip: ChartTooltip;
  readonly #line = part(classes.line);
  readonly #band = part(classes.band);
  readonly #canvas = document.createElement('canvas');
  readonly #events: XyOverlayEvents;
  readonly #ends = new AbortController();
  #dragFrom: PlotPlace | undefined;
  #place: PlotPart = { left: 0, top: 0, width: 1, height: 1 };

  constructor(parent: HTMLElement, events: XyOverlayEvents) {
    this.#events = events;
    this.element.className = classes.over ?? '';
    this.#canvas.className = classes.marks ?? '';
    this.element.append(this.#canvas, this.#band, this.#line);
    this.dots = new CrosshairDots(this.element);
    this.tooltip = new ChartTooltip(this.element);
    parent.append(this.element);
    this.#listen();
  }

  /** Aborted when the overlay goes. */
  get signal(): AbortSignal {
    return this.#ends.signal;
  }

  get size(): PlotPart {
    return this.#place;
  }

  /** Moves over the plot; answers whether that stands elsewhere than before. */
  place(next: PlotPart): boolean {
    const { left, top, width, height } = this.#place;
    if (next.left === left && next.top === top && next.width === width && next.height === height) return false;
    this.#place = { ...next, width: Math.max(1, next.width), height: Math.max(1, next.height) };
    const { style } = this.element;
    style.left = `${next.left}px`;
    style.top = `${next.top}px`;
    style.width = `${next.width}px`;
    style.height = `${next.height}px`;
    this.#canvas.width = Math.round(next.width * devicePixelRatio);
    this.#canvas.height = Math.round(next.height * devicePixelRatio);
    return true;
  }

  clearedCanvas(): CanvasRenderingContext2D | null {
    const context = this.#canvas.getContext('2d');
    context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    return context;
  }

  /** An upright at a moment of a time axis; undefined: none. */
  showLine(left: number | undefined): void {
    this.#line.hidden = left === undefined;
    if (left !== undefined) this.#line.style.transform = `translateX(${Math.round(left)}px)`;
  }

  destroy(): void {
    this.#ends.abort();
    this.element.remove();
  }

  #listen(): void {
    const { signal } = this.#ends;
    const { element } = this;
    element.addEventListener('mousemove', (event) => this.#events.onPointer(placeIn(element, event)), { signal });
    element.addEventListener('mouseleave', () => this.#events.onPointer(undefined), { signal });
    element.addEventListener('dblclick', () => this.#events.onDoubleClick(), { signal });
    element.addEventListener(
      'mousedown',
      (event) => {
        if (event.button === 0 && !event.shiftKey) this.#dragFrom = placeIn(element, event);
      },
      { signal },
    );
    window.addEventListener('mousemove', (event) => this.#showBand(this.#dragTo(event)), { signal });
    window.addEventListener(
      'mouseup',
      (event) => {
        const drawn = this.#dragTo(event);
        this.#dragFrom = undefined;
        this.#showBand(undefined);
        if (drawn !== undefined) this.#events.onSelect(drawn);
      },
      { signal },
    );
  }

  /** The rectangle of the drag up to the pointer, within the plot. */
  #dragTo(event: MouseEvent): PlotPart | undefined {
    const from = this.#dragFrom;
    if (from === undefined) return undefined;
    const { width, height } = this.#place;
    const at = placeIn(this.element, event);
    const to = { left: Math.min(width, Math.max(0, at.left)), top: Math.min(height, Math.max(0, at.top)) };
    const [wide, high] = [Math.abs(to.left - from.left), Math.abs(to.top - from.top)];
    if (wide < LEAST_DRAG_PX && high < LEAST_DRAG_PX) return undefined;
    return { left: Math.min(from.left, to.left), top: Math.min(from.top, to.top), width: wide, height: high };
  }

  /** Over the whole height, or width, where the drag means one of the axes only. */
  #showBand(drawn: PlotPart | undefined): void {
    this.#band.hidden = drawn === undefined;
    if (drawn === undefined) return;
    const { width, height } = this.#place;
    const isBoth = drawn.width >= LEAST_SIDE_PX === drawn.height >= LEAST_SIDE_PX;
    const isWide = isBoth || drawn.width >= LEAST_SIDE_PX;
    const isHigh = isBoth || drawn.height >= LEAST_SIDE_PX;
    const { style } = this.#band;
    style.left = `${isWide ? drawn.left : 0}px`;
    style.width = `${isWide ? drawn.width : width}px`;
    style.top = `${isHigh ? drawn.top : 0}px`;
    style.height = `${isHigh ? drawn.height : height}px`;
  }
}

function part(className: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.hidden = true;
  return element;
}
