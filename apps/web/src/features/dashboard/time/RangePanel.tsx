import { Button, TextInput } from '@mantine/core';
import { faultOfRange, parseRange, type RangeText, rangeLabel } from '@telltale/domain/time/range-expression.ts';
import { type ClipboardEvent, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { RangeCalendar } from './RangeCalendar.tsx';
import classes from './time.module.css';
import { ZoneChooser } from './ZoneChooser.tsx';
import type { ZoneOffer } from './zones.ts';

interface RangePanelProps {
  range: RangeText | undefined;
  zones: ZoneOffer;
  /** Undefined: each chart its own. */
  onApply: (range: RangeText | undefined) => void;
}

const QUICK: readonly RangeText[] = [
  { from: 'now-15m', to: 'now' },
  { from: 'now-1h', to: 'now' },
  { from: 'now-6h', to: 'now' },
  { from: 'now-24h', to: 'now' },
  { from: 'now-3d', to: 'now' },
  { from: 'now-7d', to: 'now' },
  { from: 'now-30d', to: 'now' },
  { from: 'now/d', to: 'now' },
  { from: 'now-1d/d', to: 'now-1d/d' },
  { from: 'now/w', to: 'now' },
];

/** Quick ranges, times as they are written, a calendar, and the zone. */
export function RangePanel({ range, zones, onApply }: RangePanelProps) {
  const { zone, time } = useDashboardScope();
  const { clock } = useLive();
  const [text, setText] = useState<RangeText>(range ?? { from: 'now-6h', to: 'now' });
  const fault = faultOfRange(text, time.pastMs ?? clock.now(), zone);
  const isChosen = (quick: RangeText) => quick.from === range?.from && quick.to === range.to;

  /** A whole range pasted into one field fills both. */
  function onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text');
    const whole = pasted.includes(' to ') ? parseRange(pasted) : undefined;
    if (whole === undefined) return;
    event.preventDefault();
    setText(whole);
  }

  return (
    <div className={classes.panel}>
      <fieldset className={classes.quick} aria-label="Quick ranges">
        <Button
          variant={range === undefined ? 'light' : 'subtle'}
          color="gray"
          justify="start"
          onClick={() => onApply(undefined)}
        >
          Each chart its own
        </Button>
        {QUICK.map((quick) => (
          <Button
            key={`${quick.from} ${quick.to}`}
            variant={isChosen(quick) ? 'light' : 'subtle'}
            color={isChosen(quick) ? 'accent' : 'gray'}
            justify="start"
            aria-pressed={isChosen(quick)}
            onClick={() => onApply(quick)}
          >
            {rangeLabel(quick)}
          </Button>
        ))}
      </fieldset>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined) onApply(text);
        }}
      >
        <RangeCalendar range={text} onChange={setText} />
        <div className={classes.fields}>
          <TextInput
            label="From"
            value={text.from}
            spellCheck={false}
            onPaste={onPaste}
            onChange={({ currentTarget: { value } }) => setText((last) => ({ ...last, from: value }))}
          />
          <TextInput
            label="To"
            value={text.to}
            spellCheck={false}
            onPaste={onPaste}
            onChange={({ currentTarget: { value } }) => setText((last) => ({ ...last, to: value }))}
          />
        </div>
        <p className={classes.note} role="status" data-fault={fault !== undefined || undefined}>
          {fault ?? 'now-6h, now-1d/d, now/d, 2026-11-20 14:00'}
        </p>
        <Button type="submit" disabled={fault !== undefined}>
          Apply
        </Button>
        <ZoneChooser zones={zones} />
      </form>
    </div>
  );
}
