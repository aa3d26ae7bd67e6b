import { type KeyActions, pressKey } from '#ui/keys.ts';

/** A place of the plot, pixels from its upper left corner. */
export interface PlotPlace {
  left: number;
  top: number;
}

/** What gestures ask of their chart. Steps of a gesture are drawn at once, without telling the dashboard of each. */
export interface GestureTarget {
  /** Shows more (factors above 1) or less about a place, which stays where it is; without one, about the middle. */
  zoomAbout(at: PlotPlace | undefined, factor: number, isGesture: boolean): void;
  /** Moves what is seen by a share of the plot: to the right, and downwards. */
  panBy(right: number, down: number, isGesture: boolean): void;
  zoomOut(): void;
  /** Moves the crosshair by a number of pixels. */
  moveCursor(byPx: number): void;
  /** Wants a note at the moment under the crosshair. */
  addNote?(): void;
}

const WHEEL_STEP = 1.2;
const KEY_STEP = 1.5;
const PAN_SHARE = 0.25;
const CURSOR_STEP_PX = 4;
/** Fingers closer than this would make of a tremble a leap. */
const LEAST_SPREAD_PX = 20;

/** Ctrl with the wheel zooms about the pointer, a sideways wheel pans; without either the page scrolls as everywhere. */
export function bindWheel(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  over.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
        event.preventDefault();
        target.panBy(event.deltaX / sizeOf(over).width, 0, true);
        return;
      }
      event.preventDefault();
      target.zoomAbout(placeIn(over, event), event.deltaY > 0 ? WHEEL_STEP : 1 / WHEEL_STEP, true);
    },
    { passive: false, signal },
  );
}

/** Keys of a focused chart: arrows move the crosshair, with Shift the window; + and - zoom, 0 and Escape zoom out, n writes a note. */
export function bindKeys(root: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  root.addEventListener(
    'keydown',
    (event) => {
      if (pressKey(event, keysOf(target))) event.stopPropagation();
    },
    { signal },
  );
}

function keysOf(target: GestureTarget): KeyActions {
  const cursor = (step: number) => () => target.moveCursor(step * CURSOR_STEP_PX);
  const pan = (right: number, down: number) => () => target.panBy(right * PAN_SHARE, down * PAN_SHARE, false);
  const zoom = (factor: number) => () => target.zoomAbout(undefined, factor, false);
  return {
    ArrowLeft: cursor(-1),
    ArrowRight: cursor(1),
    'Shift+ArrowLeft': pan(-1, 0),
    'Shift+ArrowRight': pan(1, 0),
    'Shift+ArrowUp': pan(0, -1),
    'Shift+ArrowDown': pan(0, 1),
    '+': zoom(1 / KEY_STEP),
    '=': zoom(1 / KEY_STEP),
    '-': zoom(KEY_STEP),
    0: () => target.zoomOut(),
    n: () => target.addNote?.(),
  };
}

/** Two fingers spread or close what is seen, and take along what lies between them; one finger scrolls the page. */
export function bindPinch(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  let last: { middle: PlotPlace; distance: number } | undefined;
  const read = (touches: TouchList) => {
    const [first, second] = [touches[0], touches[1]];
    if (touches.length !== 2 || first === undefined || second === undefined) return undefined;
    const middle = { clientX: (first.clientX + second.clientX) / 2, clientY: (first.clientY + second.clientY) / 2 };
    const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    return { middle: placeIn(over, middle), distance: Math.max(LEAST_SPREAD_PX, distance) };
  };
  const take = ({ touches }: TouchEvent) => {
    last = read(touches);
  };
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
    over.addEventListener(type, take, { passive: true, signal });
  }
  over.addEventListener(
    'touchmove',
    (event) => {
      const now = last && read(event.touches);
      if (last === undefined || now === undefined) return;
      event.preventDefault();
      const { width, height } = sizeOf(over);
      target.panBy((last.middle.left - now.middle.left) / width, (last.middle.top - now.middle.top) / height, true);
      target.zoomAbout(now.middle, last.distance / now.distance, true);
      last = now;
    },
    { passive: false, signal },
  );
}

/** Dragging with Shift moves what is seen with the pointer. */
export function bindPan(over: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  let last: { clientX: number; clientY: number } | undefined;
  over.addEventListener(
    'mousedown',
    (event) => {
      if (!event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      last = event;
    },
    { signal },
  );
  window.addEventListener(
    'mousemove',
    (event) => {
      if (last === undefined) return;
      const { width, height } = sizeOf(over);
      target.panBy((last.clientX - event.clientX) / width, (last.clientY - event.clientY) / height, true);
      last = event;
    },
    { signal },
  );
  window.addEventListener('mouseup', () => (last = undefined), { signal });
}

/** Where the pointer is on the plot. */
export function placeIn(over: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): PlotPlace {
  const { left, top } = over.getBoundingClientRect();
  return { left: clientX - left, top: clientY - top };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
}
