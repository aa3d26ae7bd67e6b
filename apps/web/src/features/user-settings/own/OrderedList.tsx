import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ordered-list.module.css';

interface Item {
  /** Stays with the item while it moves. */
  key: string;
  /** For those who hear it, and on its buttons. */
  name: string;
  content: ReactNode;
}

interface OrderedListProps {
  label: string;
  items: readonly Item[];
  /** The item that stood at `from` stands at `to` now. */
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** A list that is put into order by dragging, or by the buttons of each item. */
export function OrderedList({ label, items, onMove, onRemove }: OrderedListProps) {
  return (
    <DragDropProvider
      onDragEnd={({ operation: { source }, canceled }) => {
        if (canceled || !isSortable(source) || source.initialIndex === source.index) return;
        onMove(source.initialIndex, source.index);
      }}
    >
      <ol className={classes.list} aria-label={label}>
        {items.map((item, index) => (
          <Row
            key={item.key}
            item={item}
            index={index}
            isLast={index === items.length - 1}
            onMove={(to) => onMove(index, to)}
            onRemove={() => onRemove(index)}
          />
        ))}
      </ol>
    </DragDropProvider>
  );
}

interface RowProps {
  item: Item;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Row({ item: { key, name, content }, index, isLast, onMove, onRemove }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: key, index });
  return (
    <li ref={ref} className={classes.item} data-dragging={isDragging || undefined}>
      <ActionIcon ref={handleRef} className={classes.handle ?? ''} aria-label={`Drag ${name}`} tabIndex={-1}>
        <IconGripVertical size={16} />
      </ActionIcon>
      <span className={classes.content}>{content}</span>
      <ActionIcon aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(index + 1)}>
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}

/** The list with one item at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
