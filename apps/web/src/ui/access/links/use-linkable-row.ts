import { useDraggable, useDroppable } from '@dnd-kit/react';
import { useCallback } from 'react';
import { type ItemRef, itemKey } from '../ownership.ts';

/** Makes an element one that can be dragged, and dropped on. */
export function useLinkableRow(item: ItemRef, name: string) {
  const key = itemKey(item);
  const { ref: dragRef, isDragSource } = useDraggable({ id: key, data: { item, name } });
  const { ref: dropRef, isDropTarget } = useDroppable({ id: key, data: { item, name } });
  const ref = useCallback(
    (element: Element | null) => {
      dragRef(element);
      dropRef(element);
    },
    [dragRef, dropRef],
  );
  return { ref, isDragSource, isDropTarget: isDropTarget && !isDragSource };
}
