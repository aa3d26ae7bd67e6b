import { Button } from '@mantine/core';
import { useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { clockValue, isoOfClock } from '#ui/form/clock-value.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import classes from '../playback.module.css';
import type { BarSpan, PlaybackSpan } from './playback-span.ts';

interface PlaybackDatesProps {
  span: PlaybackSpan;
  nowMs: number;
  onApply: (span: BarSpan) => void;
}

/** Start and end date of the playback, in the dashboard's zone. */
export function PlaybackDates({ span, nowMs, onApply }: PlaybackDatesProps) {
  const zone = useZone();
  const wallOf = (timeMs: number) => clockValue(new Date(timeMs).toISOString(), zone);
  const [start, setStart] = useState(() => wallOf(span.startMs));
  const [end, setEnd] = useState(() => wallOf(span.endMs));
  // What was not changed stays as it is: a clock's reading is no moment in the hour that comes twice.
  const momentOf = (wall: string, beforeMs: number) => {
    const iso = isoOfClock(wall, zone);
    return wall === wallOf(beforeMs) ? beforeMs : iso === null ? undefined : Date.parse(iso);
  };
  const startMs = momentOf(start, span.startMs);
  const endMs = momentOf(end, span.endMs);
  const fault = faultOf(startMs, endMs, nowMs);

  return (
    <form
      className={classes.dates}
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== undefined || startMs === undefined || endMs === undefined) return;
        onApply({ startMs, endMs, isUpToNow: endMs >= nowMs });
      }}
    >
      <MomentField label="Start date" zone={zone} isInPopover value={start} onChange={setStart} />
      <MomentField label="End date" zone={zone} isInPopover value={end} onChange={setEnd} />
      <p className={classes.datesNote}>Times are in {zone}.</p>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" disabled={fault !== undefined}>
        Apply
      </Button>
    </form>
  );
}

function faultOf(startMs: number | undefined, endMs: number | undefined, nowMs: number): string | undefined {
  if (startMs === undefined || endMs === undefined) return 'Choose a start and an end.';
  if (startMs >= endMs) return 'The start must lie before the end.';
  return startMs >= nowMs ? 'The start must lie in the past.' : undefined;
}
