import { panBy, type TimeRange, zoomAbout } from './time-range.ts';

/** What gestures ask of their chart. */
export interface GestureTarget {
  range(): TimeRange;
  /** The moment under a place of the plot, pixels from its left edge. */
  momentAt(leftPx: number): number;
  /** Width of the plot in pixels. */
  plotWidth(): number;
  /** A gesture's steps are drawn at once, without telling the dashboard of each. */
  zoomTo(range: TimeRange, isGesture: boolean): void;
  zoomOut(): void;
  /** Moves the crosshair by a number of pixels. */
  moveCursor(byPx: number): void;
}

const WHEEL_STEP = 1.2;
const KEY_STEP = 1.5;
const PAN_SHARE = 0.25;
const CURSOR_STEP_PX = 4;

/** Ctrl with the wheel zooms about the pointer, a sideways wheel pans; without either the page scrolls as everywhere. */
export function bindWheel(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
        event.preventDefault();
        target.zoomTo(panBy(target.range(), event.deltaX / target.plotWidth()), true);
        return;
      }
      event.preventDefault();
      const left = event.clientX - over.getBoundingClientRect().left;
      const factor = event.deltaY > 0 ? WHEEL_STEP : 1 / WHEEL_STEP;
      target.zoomTo(zoomAbout(target.range(), target.momentAt(left), factor), true);
    },
    { passive: false, signal },
  );
}

/** Keys of a focused chart: arrows move the crosshair, with Shift the window; + and - zoom, 0 and Escape zoom out. */
export function bindKeys(root: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!handleKey(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

function handleKey({ key, shiftKey }: KeyboardEvent, target: GestureTarget): boolean {
  const range = target.range();
  const middle = (range.from + range.to) / 2;
  const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (side !== 0 && shiftKey) target.zoomTo(panBy(range, side * PAN_SHARE), false);
  else if (side !== 0) target.moveCursor(side * CURSOR_STEP_PX);
  else if (key === '+' || key === '=') target.zoomTo(zoomAbout(range, middle, 1 / KEY_STEP), false);
  else if (key === '-') target.zoomTo(zoomAbout(range, middle, KEY_STEP), false);
  else if (key === '0') target.zoomOut();
  else return false;
  return true;
}

/** Two fingers spread or close the window about the middle between them; one finger scrolls the page. */
export function bindPinch(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  let start: { range: TimeRange; moment: number; distance: number } | undefined;
  const read = (touches: TouchList) => {
    const [first, second] = [touches[0], touches[1]];
    if (first === undefined || second === undefined) return undefined;
    const left = (first.clientX + second.clientX) / 2 - over.getBoundingClientRect().left;
    return { left, distance: Math.max(20, Math.abs(first.clientX - second.clientX)) };
  };
  over.addEventListener(
    'touchstart',
    ({ touches }) => {
      const fingers = touches.length === 2 ? read(touches) : undefined;
      start = fingers && { range: target.range(), moment: target.momentAt(fingers.left), distance: fingers.distance };
    },
    { passive: true, signal },
  );
  over.addEventListener(
    'touchmove',
    (event) => {
      const fingers = start && read(event.touches);
      if (start === undefined || fingers === undefined) return;
      event.preventDefault();
      target.zoomTo(zoomAbout(start.range, start.moment, start.distance / fingers.distance), true);
    },
    { passive: false, signal },
  );
}

/** Dragging with Shift moves the window with the pointer. */
export function bindPan(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  let last: number | undefined;
  over.addEventListener(
    'mousedown',
    (event) => {
      if (!event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      last = event.clientX;
    },
    { signal },
  );
  window.addEventListener(
    'mousemove',
    ({ clientX }) => {
      if (last === undefined) return;
      target.zoomTo(panBy(target.range(), (last - clientX) / target.plotWidth()), true);
      last = clientX;
    },
    { signal },
  );
  window.addEventListener('mouseup', () => (last = undefined), { signal });
}
