import { ActionIcon } from '@mantine/core';
import { IconArrowBarToLeft, IconArrowBarToRight } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from '../playback.module.css';
import type { PlaybackMarks } from './use-marks.ts';

interface JumpButtonProps {
  side: 'before' | 'after';
  marks: PlaybackMarks;
  /** Where the cursor stands. */
  atMs: number;
  /** Nothing lies after now. */
  isLive: boolean;
  onGo: (timeMs: number) => void;
}

/** To the alarm or event before or after the moment shown, however far away it is. */
export function JumpButton({ side, marks, atMs, isLive, onGo }: JumpButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const known = marks.known(atMs, side);
  const name = side === 'before' ? 'Previous alarm or event' : 'Next alarm or event';

  async function jump(): Promise<void> {
    if (known !== undefined) {
      onGo(known.timeMs);
      return;
    }
    setAsking(true);
    try {
      const found = await marks.find(atMs, side);
      if (found !== undefined) onGo(found.timeMs);
      else toast(side === 'before' ? 'There is no earlier alarm or event.' : 'There is no later alarm or event.');
    } catch (error) {
      toast(`Alarms and events could not be loaded. ${messageOf(error)}`, 'error');
    } finally {
      setAsking(false);
    }
  }

  return (
    <ActionIcon
      className={classes.tool}
      aria-label={name}
      title={known === undefined ? name : `${name}: ${known.text}`}
      disabled={isLive && side === 'after'}
      loading={isAsking}
      onClick={() => void jump()}
    >
      {side === 'before' ? <IconArrowBarToLeft size={19} /> : <IconArrowBarToRight size={19} />}
    </ActionIcon>
  );
}
