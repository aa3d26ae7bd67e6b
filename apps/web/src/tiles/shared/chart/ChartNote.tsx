import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './chart.module.css';
import type { FeedState } from './use-feed-state.ts';

interface ChartNoteProps {
  state: FeedState;
  /** The chart itself is replaced by a message, which says it already. */
  isCovered: boolean;
}

/** One line above the plot for what is wrong while there is still something to see. */
export function ChartNote({ state, isCovered }: ChartNoteProps) {
  const text = noteText(state);
  if (text === undefined || isCovered) return null;
  return (
    <div className={classes.note} role="status" title={text}>
      <IconAlertTriangle size={14} />
      {text}
    </div>
  );
}

function noteText({ state, message, droppedSamples }: FeedState): string | undefined {
  if (state === 'error') return `No new data: ${message}`;
  if (droppedSamples > 0) return `${droppedSamples.toLocaleString('en-US')} older points left out`;
  return undefined;
}
