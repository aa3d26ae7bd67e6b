import { IconHistory, IconPlugConnectedX } from '@tabler/icons-react';
import { useUiStore } from '#actions/ui-store.ts';
import { useLive, useLiveStatus } from '#live/use-live.ts';
import classes from './navigation.module.css';

/**
 * Whether what is seen is live. Quiet while it is; while live data does not arrive, says so and tries again on a click;
 * while the screen shows the past, says that.
 */
export function LiveIndicator() {
  const { connection } = useLive();
  const status = useLiveStatus();
  const isPastShown = useUiStore((ui) => ui.isPastShown);
  if (isPastShown) {
    return (
      <span className={classes.past} title="You look at the past. Values on this screen are not those of now.">
        <IconHistory size={16} aria-hidden />
        Past
      </span>
    );
  }
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
