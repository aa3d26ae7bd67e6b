import { Accessibility, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay } from '@dnd-kit/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import classes from '../access.module.css';
import type { ItemRef } from '../ownership.ts';
import { CarryBar } from './CarryBar.tsx';
import { LinkingContext, linkOfDrop, type MovingItem } from './link-context.ts';
import type { Link } from './links.ts';
import type { DragData } from './use-drag-sources.ts';

interface LinkBoardProps {
  children: ReactNode;
  /** Two items that can be linked were brought together. */
  onLink: (link: Link) => void;
}

// Constants: the library looks anew at what is handed to it anew.
const sensors = [PointerSensor];
// The rows have roles and keys of their own; theirs are for lists that are sorted by dragging.
const withoutAccessibility = <Plugin,>(plugins: Plugin[]) =>
  plugins.filter((plugin) => (plugin as unknown) !== Accessibility);

/**
 * Brings items together: with a mouse or a finger (held for a moment, so that a list still scrolls), or with the
 * keyboard: Space picks a row up, the arrow keys, Tab and the filters lead to another, Space drops it there.
 */
export function LinkBoard({ children, onLink }: LinkBoardProps) {
  const [moving, setMoving] = useState<MovingItem>();

  const drop = useCallback(
    (dragged: ItemRef, target: ItemRef) => {
      const link = linkOfDrop(dragged, target);
      if (link) onLink(link);
      return link !== undefined;
    },
    [onLink],
  );

  const linking = useMemo(
    () => ({
      moving,
      pickUp: (item: ItemRef, name: string) => setMoving({ item, name, by: 'keyboard' as const }),
      dropOn: (target: ItemRef) => {
        if (moving && drop(moving.item, target)) setMoving(undefined);
      },
      cancel: () => setMoving(undefined),
    }),
    [moving, drop],
  );

  return (
    <LinkingContext value={linking}>
      <DragDropProvider
        plugins={withoutAccessibility}
        sensors={sensors}
        onDragStart={({ operation }) => {
          const data = operation.source?.data as DragData | undefined;
          if (data) setMoving({ item: data.item, name: data.name, by: 'pointer' });
        }}
        onDragEnd={({ operation, canceled }) => {
          setMoving(undefined);
          const dragged = operation.source?.data as DragData | undefined;
          const target = operation.target?.data as DragData | undefined;
          if (!canceled && dragged && target) drop(dragged.item, target.item);
        }}
      >
        {children}
        <div className={classes.overlay}>
          <DragOverlay dropAnimation={null}>
            {(source) => <span className={classes.dragged}>{(source.data as DragData).name}</span>}
          </DragOverlay>
        </div>
      </DragDropProvider>
      <CarryBar moving={moving} onCancel={linking.cancel} />
    </LinkingContext>
  );
}
