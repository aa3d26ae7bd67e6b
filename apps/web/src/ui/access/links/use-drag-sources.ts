import { Draggable } from '@dnd-kit/dom';
import { useDragDropManager } from '@dnd-kit/react';
import { useEffect, useRef } from 'react';
import { type ItemRef, itemKey } from '../ownership.ts';

export interface DragData {
  readonly item: ItemRef;
  readonly name: string;
}

/**
 * Makes the rows of a list ones that can be dragged. The library hears of a row when it is pressed, before its own look at
 * the press: telling it of every row was a quarter of what a selection costs, for each draws a hundred of them anew.
 */
export function useDragSources(element: HTMLElement | null, dataOf: (index: number) => DragData | undefined): void {
  const manager = useDragDropManager();
  const latest = useRef(dataOf);
  latest.current = dataOf;
  useEffect(() => {
    if (!manager || !element) return;
    let forget: (() => void) | undefined;
    const onPress = ({ target }: PointerEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      const data = row && latest.current(Number(row.dataset.index));
      // One is on its way already, by another finger.
      if (!data || !manager.dragOperation.status.idle) return;
      forget?.();
      const source = new Draggable({ id: itemKey(data.item), data, element: row, register: false }, manager);
      forget = source.register() ?? undefined;
    };
    element.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', onPress, { capture: true });
      forget?.();
    };
  }, [manager, element]);
}
