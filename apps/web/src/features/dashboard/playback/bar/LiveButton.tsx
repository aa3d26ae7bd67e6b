import { Button } from '@mantine/core';
import { IconAntennaBars5 } from '@tabler/icons-react';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import classes from '../playback.module.css';
import { usePlayback } from '../playback.ts';

/** The way back to the present; while there it says so. */
export function LiveButton({ isLarge = false }: { isLarge?: boolean }) {
  const { player } = usePlayback();
  const isPast = useIsPast();
  return (
    <Button
      className={isLarge ? classes.live : undefined}
      variant={isPast ? 'filled' : 'default'}
      leftSection={<IconAntennaBars5 size={18} aria-hidden />}
      disabled={!isPast}
      onClick={() => player.goLive()}
    >
      Live
    </Button>
  );
}
