import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLiveStatus } from '#live/use-live.ts';
import classes from '../screen/dashboard.module.css';

/** A shorter loss is not worth a word. */
const SAY_AFTER_MS = 3_000;

/** Says that live data does not arrive, so that nobody takes standing values for calm. */
export function LiveWarning() {
  const status = useLiveStatus();
  const isDown = status !== 'open' && status !== 'idle';
  const [isSaid, setSaid] = useState(false);

  useEffect(() => {
    if (!isDown) {
      setSaid(false);
      return;
    }
    const timer = setTimeout(() => setSaid(true), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDown]);

  return (
    <span className={classes.liveWarning} role="status">
      {isSaid && isDown && (
        <>
          <IconPlugConnectedX size={16} aria-hidden /> No live data, reconnecting
        </>
      )}
    </span>
  );
}
