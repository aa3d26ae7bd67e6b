import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { measurements } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { ChannelPicture } from './ChannelPicture.tsx';
import classes from './measurements.module.css';
import { changed, type ViewRange, wholeOf } from './view-range.ts';

interface ChannelPicturesProps {
  fileId: number;
  group: string;
  channels: readonly measurements.Channel[];
}

/** The chosen channels one above another over the same part of time. */
export function ChannelPictures({ fileId, group, channels }: ChannelPicturesProps) {
  const whole = useMemo(() => wholeOf(channels), [channels]);
  const [chosen, setChosen] = useState<ViewRange>();
  const range = chosen === undefined || chosen.to > whole.to ? whole : chosen;
  const change = (by: Parameters<typeof changed>[2]) => setChosen(changed(range, whole, by));
  const isWhole = range.from === whole.from && range.to === whole.to;
  return (
    <section aria-label="Plots" className={classes.plots}>
      <Group gap="xs">
        <h2 className={classes.caption}>Plots</h2>
        <ActionIcon aria-label="Look nearer" onClick={() => change({ zoom: 0.5 })}>
          <IconZoomIn size={18} />
        </ActionIcon>
        <ActionIcon aria-label="Look from further away" disabled={isWhole} onClick={() => change({ zoom: 2 })}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon aria-label="Earlier" disabled={range.from <= whole.from} onClick={() => change({ move: -0.5 })}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon aria-label="Later" disabled={range.to >= whole.to} onClick={() => change({ move: 0.5 })}>
          <IconChevronRight size={18} />
        </ActionIcon>
        <Button variant="default" size="compact-sm" disabled={isWhole} onClick={() => setChosen(undefined)}>
          Show all
        </Button>
        <span className={classes.dim}>Drag across a plot to look nearer.</span>
      </Group>
      {channels.map((channel, place) => (
        <ChannelPicture
          key={channel.name}
          of={{ fileId, group, channel: channel.name }}
          channel={channel}
          place={place}
          range={range}
          onRange={setChosen}
        />
      ))}
    </section>
  );
}
