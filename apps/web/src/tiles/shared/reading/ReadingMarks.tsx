import { IconAlertTriangle, IconClockExclamation, IconHelpCircle } from '@tabler/icons-react';
import type { Reading } from '#readings/readings.ts';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { Age } from '#ui/feedback/Age.tsx';
import classes from './reading-marks.module.css';
import { useBand } from './use-band.ts';

interface ReadingMarksProps {
  reading: Reading;
  zone: string;
  /** The tile has bands of its own, which say what is high. */
  isBandless?: boolean;
  /** The author chose what it stands on: written in the colour that can be read there. */
  isPlain?: boolean;
}

/**
 * Says what is not normal about a value: the band it lies in, its quality when it is not good, its age when it is stale.
 * Nothing when all is well. A word and a shape, so that colour is never the only sign.
 */
export function ReadingMarks({ reading, zone, isBandless = false, isPlain = false }: ReadingMarksProps) {
  const { quality, isStale, timestamp } = reading;
  const found = useBand(reading);
  const band = isBandless ? undefined : found;
  if (quality === 'good' && !isStale && band === undefined) return null;
  return (
    <div className={classes.marks} data-plain={isPlain || undefined}>
      {band === undefined ? null : (
        <span className={classes.mark} style={isPlain ? {} : { color: band.text }}>
          <span aria-hidden="true">{band.sign}</span>
          {band.word}
        </span>
      )}
      {quality === 'good' ? null : (
        <span className={classes.mark} data-quality={isPlain ? undefined : quality}>
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
