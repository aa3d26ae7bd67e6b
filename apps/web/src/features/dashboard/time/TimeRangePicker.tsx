import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { zoneName } from '@telltale/domain/format/time.ts';
import { rangeLabel, resolveRange } from '@telltale/domain/time/range-expression.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useMomentMs } from '#tile-kit/dashboard-time.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import classes from './time.module.css';
import { useRangeAddress } from './use-range.ts';
import type { ZoneOffer } from './zones.ts';

const RangePopover = lazyPart(async () => (await import('./RangePopover.tsx')).RangePopover);

/** What part of time the dashboard's charts show, and in which zone its times are written. */
export function TimeRangePicker({ zones }: { zones: ZoneOffer }) {
  const { range, setRange } = useRangeAddress();
  const zone = useZone();
  const momentMs = useMomentMs();
  // One that means nothing holds for no chart; the panel says what is wrong with it.
  const isInForce = range !== undefined && resolveRange(range, momentMs, zone) !== undefined;
  const label = isInForce ? rangeLabel(range) : 'Time range';
  const name = zoneName(momentMs, zone);

  const button = (
    <Button
      variant={isInForce ? 'light' : 'default'}
      className={classes.target}
      data-chosen={isInForce}
      leftSection={<IconClock size={16} aria-hidden />}
      // It holds what is written on the button, in that order: who speaks to it says what they see.
      aria-label={isInForce ? `Time range: ${label} ${name}` : `Time range ${name}: each chart its own`}
      title={`Times are shown in ${zone}`}
    >
      <span className={classes.label}>{label}</span> <span className={classes.zone}>{name}</span>
    </Button>
  );
  return <LateMenu button={button} part={RangePopover} props={{ range, setRange, zones }} opens="dialog" />;
}
