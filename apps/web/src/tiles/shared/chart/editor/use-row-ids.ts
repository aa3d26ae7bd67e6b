import { useRef } from 'react';

interface RowIds {
  at(index: number): number;
  move(index: number, by: number): void;
  remove(index: number): void;
}

/**
 * Ids for the rows of a stored list that has none: with the index as key, the field that has the focus would change its
 * row whenever one above it is moved or removed.
 */
export function useRowIds(count: number): RowIds {
  const next = useRef(0);
  const ids = useRef<number[]>([]);
  while (ids.current.length < count) ids.current.push(next.current++);
  ids.current.length = count;
  return {
    at: (index) => ids.current[index] ?? -1,
    move: (index, by) => {
      ids.current.splice(index + by, 0, ...ids.current.splice(index, 1));
    },
    remove: (index) => {
      ids.current.splice(index, 1);
    },
  };
}
