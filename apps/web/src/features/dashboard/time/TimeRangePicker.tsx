import { Button, Popover } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { zoneName } from '@telltale/domain/format/time.ts';
import { rangeLabel, resolveRange } from '@telltale/domain/time/range-expression.ts';
import { lazy, Suspense, useState } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useMomentMs } from '#tile-kit/dashboard-time.ts';
import classes from './time.module.css';
import { useRangeAddress } from './use-range.ts';
import type { ZoneOffer } from './zones.ts';

const RangePanel = lazy(async () => ({ default: (await import('./RangePanel.tsx')).RangePanel }));

/** What part of time the dashboard's charts show, and in which zone its times are written. */
export function TimeRangePicker({ zones }: { zones: ZoneOffer }) {
  const [isOpen, setOpen] = useState(false);
  const { range, setRange } = useRangeAddress();
  const zone = useZone();
  const momentMs = useMomentMs();
  // One that means nothing holds for no chart; the panel says what is wrong with it.
  const isInForce = range !== undefined && resolveRange(range, momentMs, zone) !== undefined;
  const label = isInForce ? rangeLabel(range) : 'Time range';
  const name = zoneName(momentMs, zone);

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          variant={isInForce ? 'light' : 'default'}
          className={classes.target}
          data-chosen={isInForce}
          leftSection={<IconClock size={16} aria-hidden />}
          aria-label={`Time range: ${isInForce ? label : 'each chart its own'}, times in ${name}`}
          aria-expanded={isOpen}
          title={`Times are shown in ${zone}`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.label}>{label}</span>
          <span className={classes.zone}>{name}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <Suspense fallback={<div className={classes.wait} />}>
          <RangePanel
            range={range}
            zones={zones}
            onApply={(next) => {
              setRange(next);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
