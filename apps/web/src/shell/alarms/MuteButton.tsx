import { Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { formatClock } from './clock.ts';
import { muteFor, useMutedUntil } from './mute.ts';

const MINUTE_MS = 60_000;
const SPAN_MS = 30 * MINUTE_MS;

/** Silences the sound of new alarms for half an hour, never for good; pressed again it is heard again. */
export function MuteButton() {
  const untilMs = useMutedUntil();
  return untilMs === undefined ? (
    <Button
      variant="default"
      leftSection={<IconVolume size={15} aria-hidden />}
      title="The sound comes back by itself"
      onClick={() => void muteFor(SPAN_MS)}
    >
      Mute for 30 minutes
    </Button>
  ) : (
    <Button variant="default" leftSection={<IconVolumeOff size={15} aria-hidden />} onClick={() => void muteFor(0)}>
      Muted until {formatClock(untilMs)}: hear again
    </Button>
  );
}
