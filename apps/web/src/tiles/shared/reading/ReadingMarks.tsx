import { IconAlertTriangle, IconClockExclamation, IconHelpCircle } from '@tabler/icons-react';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import type { Reading } from '#tile-kit/readings.ts';
import { Age } from '#ui/Age.tsx';
import classes from './reading-marks.module.css';

interface ReadingMarksProps {
  reading: Reading;
  zone: string;
}

/**
 * Says what is not normal about a value: its quality when it is not good, its age when it is stale. Nothing when all
 * is well. A word and a shape, so that colour is never the only sign.
 */
export function ReadingMarks({ reading, zone }: ReadingMarksProps) {
  const { quality, isStale, timestamp } = reading;
  if (quality === 'good' && !isStale) return null;
  return (
    <div className={classes.marks}>
      {quality === 'good' ? null : (
        <span className={classes.mark} data-quality={quality}>
          {quality === 'bad' ? <IconAlertTriangle size="1.15em" /> : <IconHelpCircle size="1.15em" />}
          {quality === 'bad' ? 'Bad quality' : 'Uncertain'}
        </span>
      )}
      {isStale ? (
        <span className={classes.mark}>
          <IconClockExclamation size="1.15em" />
          {timestamp === null ? 'Stale' : <ReadingAge timeMs={timestamp} zone={zone} />}
        </span>
      ) : null}
    </div>
  );
}

/** Ages count from the moment that the dashboard shows. */
function ReadingAge({ timeMs, zone }: { timeMs: number; zone: string }) {
  return <Age timeMs={timeMs} zone={zone} toMs={usePastMs()} />;
}
