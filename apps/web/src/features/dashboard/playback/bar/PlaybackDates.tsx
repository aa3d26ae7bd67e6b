import '@mantine/dates/styles.layer.css';
import { Button } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { clockText, momentOfClockText } from '../../time/clock-text.ts';
import classes from '../playback.module.css';
import type { BarSpan, PlaybackSpan } from './playback-span.ts';

interface PlaybackDatesProps {
  span: PlaybackSpan;
  nowMs: number;
  onApply: (span: BarSpan) => void;
}

/** No day stands out: red is for what is wrong. */
const NO_DAYS: [] = [];

/** Start and end date of the playback, in the dashboard's zone. */
export function PlaybackDates({ span, nowMs, onApply }: PlaybackDatesProps) {
  const zone = useZone();
  const [start, setStart] = useState<string | null>(clockText(span.startMs, zone));
  const [end, setEnd] = useState<string | null>(clockText(span.endMs, zone));
  // What was not changed stays as it is: a clock's reading is no moment in the hour that comes twice.
  const momentOf = (text: string | null, beforeMs: number) =>
    text === clockText(beforeMs, zone) ? beforeMs : momentOfClockText(text, zone);
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
      <DateTimePicker
        label="Start date"
        size="xs"
        withSeconds
        valueFormat="YYYY-MM-DD HH:mm:ss"
        value={start}
        onChange={setStart}
        weekendDays={NO_DAYS}
        popoverProps={{ withinPortal: false }}
      />
      <DateTimePicker
        label="End date"
        size="xs"
        withSeconds
        valueFormat="YYYY-MM-DD HH:mm:ss"
        value={end}
        onChange={setEnd}
        weekendDays={NO_DAYS}
        popoverProps={{ withinPortal: false }}
      />
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
