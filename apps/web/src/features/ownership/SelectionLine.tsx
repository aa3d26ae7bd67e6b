import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { itemKinds, kindNames } from '#ui/access/ownership.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import classes from './ownership.module.css';

interface SelectionLineProps {
  board: AccessBoard;
  onClear: () => void;
}

/** What is selected and how much belongs to it, in a sentence; before that, what can be done here. */
export function SelectionLine({ board: { selection, related }, onClear }: SelectionLineProps) {
  if (selection === undefined) {
    return (
      <p className={classes.selection}>
        <span className={classes.hint}>
          Select an item to see what belongs to it, then link with + and ×, or drag one item onto another.
          <span className={classes.keys}> With the keyboard: Space picks a row up and drops it.</span>
        </span>
      </p>
    );
  }
  const parts = itemKinds
    .filter((kind) => kind !== selection.item.kind)
    .map((kind) => {
      const count = related[kind].size;
      return `${count.toLocaleString('en')} ${count === 1 ? kindNames[kind].one : kindNames[kind].many}`;
    });
  return (
    <p className={classes.selection}>
      <span className={classes.selected}>
        <span className={classes.hint}>Selected {kindNames[selection.item.kind].one}</span>{' '}
        <strong>{selection.name}</strong>
      </span>
      <span className={classes.hint} role="status">
        {parts.join(' · ')}
      </span>
      <Button
        className={classes.clear ?? ''}
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
      >
        Clear
      </Button>
    </p>
  );
}
