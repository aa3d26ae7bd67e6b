import { type WhyPlace, type WhyRequest, whyAt } from '#actions/why.ts';

/** A finger that rests for so long asks. */
const LONG_PRESS_MS = 550;
/** A finger never lies quite still. */
const STILL_PX = 10;
/** What has a menu of its own, or text that somebody may want to copy or mark. */
const OWN_MENU =
  'a[href], input, textarea, select, [contenteditable]:not([contenteditable="false"]), canvas.maplibregl-canvas';

type Point = Pick<WhyPlace, 'clientX' | 'clientY'>;

/**
 * Listens for whoever asks why a value is what it is: the context key, the right button, a finger that rests on it. With
 * Shift the right button shows the browser's own menu.
 * @returns ends it
 */
export function listenForWhy(ask: (request: WhyRequest) => void): () => void {
  const wanted = (target: EventTarget | null, { clientX, clientY }: Point): WhyRequest | undefined => {
    if (!(target instanceof Element) || target.closest(OWN_MENU)) return undefined;
    return whyAt({ target, clientX, clientY });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { x: number; y: number } | undefined;
  let hasAsked = false;
  /** The finger that is on the screen has asked: lifting it does nothing more. */
  let hasRested = false;

  const onContextMenu = (event: MouseEvent) => {
    if (event.button === 2 && event.shiftKey) return;
    const request = wanted(event.target, event);
    if (request === undefined) return;
    event.preventDefault();
    hasRested ||= start !== undefined;
    letGo();
    if (!hasAsked) ask(request);
    hasAsked = false;
  };
  // Not every browser tells of a finger that rests as of a context menu.
  const onTouchStart = (event: TouchEvent) => {
    letGo();
    hasAsked = false;
    hasRested = false;
    const [touch] = event.touches;
    const request = touch && event.touches.length === 1 ? wanted(event.target, touch) : undefined;
    if (touch === undefined || request === undefined) return;
    start = { x: touch.clientX, y: touch.clientY };
    timer = setTimeout(() => {
      hasAsked = true;
      hasRested = true;
      ask(request);
    }, LONG_PRESS_MS);
  };
  const onTouchMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || !start || Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > STILL_PX) letGo();
  };
  // Where the browser makes a click of it, a button that names a value would be pressed, too.
  const onTouchEnd = (event: TouchEvent) => {
    letGo();
    if (hasRested && event.cancelable) event.preventDefault();
  };
  function letGo() {
    clearTimeout(timer);
    start = undefined;
  }

  const passive = { passive: true };
  document.addEventListener('contextmenu', onContextMenu);
  document.addEventListener('touchstart', onTouchStart, passive);
  document.addEventListener('touchmove', onTouchMove, passive);
  document.addEventListener('touchend', onTouchEnd, { passive: false });
  document.addEventListener('touchcancel', letGo, passive);
  return () => {
    letGo();
    document.removeEventListener('contextmenu', onContextMenu);
    document.removeEventListener('touchstart', onTouchStart);
    document.removeEventListener('touchmove', onTouchMove);
    document.removeEventListener('touchend', onTouchEnd);
    document.removeEventListener('touchcancel', letGo);
  };
}
