import { useLacks } from '#tile-kit/portal/use-may.ts';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import type { FeedState } from '../data/use-feed-state.ts';

const NO_HISTORY = 'You are missing permissions to view history. Values are shown as they come.';

interface ChartNoteProps {
  state: FeedState;
  /** The points are not from the history of data items. */
  isOwn?: boolean;
  /** The chart itself is replaced by a message, which says it already. */
  isCovered: boolean;
}

/** One line above the plot for what is wrong while there is still something to see. */
export function ChartNote({ state, isOwn = false, isCovered }: ChartNoteProps) {
  const isForbidden = useLacks('HistoricalDataItems', 'View') && !isOwn;
  const text = isForbidden ? NO_HISTORY : noteText(state, isOwn);
  if (text === undefined || isCovered) return null;
  return <LineNote>{text}</LineNote>;
}

function noteText({ state, message, droppedSamples }: FeedState, isOwn: boolean): string | undefined {
  // Values of data items go on coming by another way.
  if (state === 'error') return `${isOwn ? 'No new data' : 'The history may be incomplete'}: ${message}`;
  if (state === 'ready' && message !== '') return message;
  if (droppedSamples > 0) return `${droppedSamples.toLocaleString('en-US')} older points left out`;
  return undefined;
}
