import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { isOfFinger } from '#tile-kit/frame/tile-commands.ts';

/** A rectangle drawn over the grid, in pixels from its top left corner. */
export interface Marquee {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A shorter pull is a click beside the tiles, which ends the selection. */
const LEAST_PX = 4;

/** Selects the tiles under a rectangle that is pulled up on the empty grid with a mouse. */
export function useMarquee(
  grid: RefObject<HTMLElement | null>,
  isEditing: boolean,
  onSelect: (tileIds: string[], isAdding: boolean) => void,
) {
  const [marquee, setMarquee] = useState<Marquee>();
  const start = useRef<{ x: number; y: number }>(undefined);

  const rectangle = (event: PointerEvent): Marquee | undefined => {
    const from = start.current;
    const origin = grid.current?.getBoundingClientRect();
    if (from === undefined || origin === undefined) return undefined;
    const [x, y] = [event.clientX - origin.left, event.clientY - origin.top];
    const size = { width: Math.abs(x - from.x), height: Math.abs(y - from.y) };
    return { left: Math.min(x, from.x), top: Math.min(y, from.y), ...size };
  };
  const end = () => {
    start.current = undefined;
    setMarquee(undefined);
  };

  /** Menus and dialogs of the tiles are children for React, and stand elsewhere on the page. */
  const isBesideTiles = (target: EventTarget) =>
    target instanceof Element && grid.current?.contains(target) === true && target.closest('[data-tile-id]') === null;

  if (!isEditing) return { marquee: undefined, handlers: {} };
  return {
    marquee,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const origin = grid.current?.getBoundingClientRect();
        // A finger scrolls.
        if (event.button !== 0 || isOfFinger(event.nativeEvent) || origin === undefined) return;
        if (!isBesideTiles(event.target)) return;
        start.current = { x: event.clientX - origin.left, y: event.clientY - origin.top };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current !== undefined) setMarquee(rectangle(event));
      },
      onPointerUp: (event: PointerEvent) => {
        const drawn = rectangle(event);
        if (drawn !== undefined && grid.current !== null) {
          const isClick = drawn.width < LEAST_PX && drawn.height < LEAST_PX;
          onSelect(isClick ? [] : tilesUnder(grid.current, drawn), event.shiftKey || event.ctrlKey || event.metaKey);
        }
        end();
      },
      onPointerCancel: end,
      onClick: (event: MouseEvent) => {
        if (isOfFinger(event.nativeEvent) && isBesideTiles(event.target)) onSelect([], false);
      },
    },
  };
}

function tilesUnder(grid: HTMLElement, { left, top, width, height }: Marquee): string[] {
  const origin = grid.getBoundingClientRect();
  return [...grid.querySelectorAll<HTMLElement>('[data-tile-id]')].flatMap((frame) => {
    const box = frame.getBoundingClientRect();
    const isApart =
      box.left - origin.left > left + width ||
      box.right - origin.left < left ||
      box.top - origin.top > top + height ||
      box.bottom - origin.top < top;
    return isApart || frame.dataset.tileId === undefined ? [] : [frame.dataset.tileId];
  });
}
