import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLive, useLiveStatus } from '#live/use-live.ts';
import classes from './navigation.module.css';

/** Whether live data arrives. Quiet while it does; while it does not, says so and tries again on a click. */
export function LiveIndicator() {
  const { connection } = useLive();
  const status = useLiveStatus();
  if (status === 'idle' || status === 'connecting') return null;
  if (status === 'open') {
    return (
      <span className={classes.live} title="Live data arrives as it is measured.">
        <svg viewBox="0 0 8 8" aria-hidden="true">
          <circle cx="4" cy="4" r="3" />
        </svg>
        Live
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.notLive}
      title="The live connection is down; values are old. It comes back by itself. Click to try now."
      onClick={() => connection.retryNow()}
    >
      <IconPlugConnectedX size={16} aria-hidden />
      Not live
    </button>
  );
}
