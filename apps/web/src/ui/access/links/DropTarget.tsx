import { useDroppable } from '@dnd-kit/react';
import { type RefObject, useEffect } from 'react';
import { type ItemRef, itemKey } from '../ownership.ts';

interface DropTargetProps {
  item: ItemRef;
  name: string;
  element: RefObject<Element | null>;
  onOver: (isOver: boolean) => void;
}

/**
 * Makes an element one that can be dropped on, while it stands in the page: rows have it only while something is dragged, for
 * telling the library of every row is a fifth of what a selection costs.
 */
export function DropTarget({ item, name, element, onOver }: DropTargetProps) {
  const { isDropTarget } = useDroppable({ id: itemKey(item), data: { item, name }, element });
  useEffect(() => {
    onOver(isDropTarget);
    return () => onOver(false);
  }, [isDropTarget, onOver]);
  return null;
}
