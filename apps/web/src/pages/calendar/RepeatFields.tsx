import { Autocomplete, NativeSelect, NumberInput } from '@mantine/core';
import type { calendarRepeats } from '@telltale/contract';
import { useState } from 'react';
import { foundBy } from '#ui/form/found-by.ts';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import type { CalendarSubject } from './calendar-subject.ts';
import classes from './editor.module.css';
import { useCounters } from './use-counters.ts';

type Repeat = calendarRepeats.Repeat;

interface RepeatFieldsProps {
  repeat: Repeat | null;
  /** The zone of whom it is made by: its clock counts. */
  zone: string;
  /** When the first is, as `2026-11-26T08:00`. */
  wall: string;
  /** Of which it is, and what kind; undefined: not chosen yet. */
  asset: CalendarSubject | undefined;
  eventDefinitionId: number | undefined;
  onChange: (repeat: Repeat | null) => void;
}

const UNITS = { day: 'Days', week: 'Weeks', month: 'Months' } as const;
const ENDS = { never: 'Never', after: 'After some times', until: 'On a day' } as const;
const MOST_TIMES = 1_000;
const MOST_UNITS = 400;
const MOST_COUNTED = 1e12;
const MOST_LISTED = 50;

/** How a maintenance comes again: by the calendar, or by a counter. */
export function RepeatFields({ repeat, zone, wall, asset, eventDefinitionId, onChange }: RepeatFieldsProps) {
  const isByCounter = repeat?.unit === 'counter';
  const [isAsked, setAsked] = useState(false);
  const counters = useCounters(asset, isByCounter || isAsked);
  /** As it was written last: it stays so as long as it means the counter. */
  const [written, setWritten] = useState('');
  const choose = (unit: string) => {
    if (unit === '') return onChange(null);
    const end = repeat?.end ?? { kind: 'never' as const };
    if (unit === 'counter') {
      const plan = counters.planOf(eventDefinitionId);
      return onChange({ unit, ...plan, zone, end: end.kind === 'until' ? { kind: 'never' } : end });
    }
    const every = repeat && repeat.unit !== 'counter' ? repeat.every : 1;
    onChange({ unit: unit as keyof typeof UNITS, every, zone, end });
  };
  return (
    <div className={classes.repeat}>
      <NativeSelect
        label="Repeat"
        onFocus={() => setAsked(true)}
        value={repeat?.unit ?? ''}
        data={[
          { value: '', label: 'Does not repeat' },
          ...Object.entries(UNITS).map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` })),
          { value: 'counter', label: 'By a counter' },
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isByCounter ? (
        <>
          <Autocomplete
            className={classes.counter ?? ''}
            label="Counter"
            description="The next one stands on the day on which it is expected to have moved on far enough."
            required
            maxLength={255}
            limit={MOST_LISTED}
            data={[...counters.names]}
            filter={foundBy(counters.namesOf)}
            value={counters.labelOf(written) === repeat.counter ? written : counters.nameOf(repeat.counter)}
            onChange={(text) => {
              setWritten(text);
              onChange({ ...repeat, counter: counters.labelOf(text) });
            }}
          />
          <NumberInput
            label={`${counters.nameOf(repeat.counter).trim() || 'Counted'} between two`}
            min={1}
            max={MOST_COUNTED}
            thousandSeparator=","
            value={repeat.every}
            onChange={(value) => onChange({ ...repeat, every: Math.max(1, Number(value) || 1) })}
          />
        </>
      ) : null}
      {repeat && !isByCounter ? (
        <NumberInput
          label={`${UNITS[repeat.unit]} between two`}
          min={1}
          max={MOST_UNITS}
          allowDecimal={false}
          clampBehavior="strict"
          value={repeat.every}
          onChange={(value) => onChange({ ...repeat, every: Math.max(1, Number(value) || 1) })}
        />
      ) : null}
      {repeat ? <EndFields repeat={repeat} wall={wall} onChange={onChange} /> : null}
    </div>
  );
}

function EndFields({
  repeat,
  wall,
  onChange,
}: {
  repeat: Repeat;
  wall: string;
  onChange: (repeat: Repeat | null) => void;
}) {
  const { end } = repeat;
  // When a counter gets there, nobody knows beforehand.
  const kinds = Object.entries(ENDS).filter(([kind]) => kind !== 'until' || repeat.unit !== 'counter');
  const choose = (kind: string) => {
    if (kind === 'after') return onChange({ ...repeat, end: { kind, count: 10 } });
    if (kind !== 'until' || repeat.unit === 'counter') return onChange({ ...repeat, end: { kind: 'never' } });
    onChange({ ...repeat, end: { kind, day: wall.slice(0, 10) } });
  };
  return (
    <>
      <NativeSelect
        label="Ends"
        value={end.kind}
        data={kinds.map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {end.kind === 'after' ? (
        <NumberInput
          label="Times in all"
          min={1}
          max={MOST_TIMES}
          allowDecimal={false}
          clampBehavior="strict"
          value={end.count}
          onChange={(value) => onChange({ ...repeat, end: { kind: 'after', count: Math.max(1, Number(value) || 1) } })}
        />
      ) : null}
      {end.kind === 'until' && repeat.unit !== 'counter' ? (
        <MomentField
          kind="date"
          label="Last day"
          required
          value={end.day}
          onChange={(day) => {
            if (day !== '') onChange({ ...repeat, end: { kind: 'until', day } });
          }}
        />
      ) : null}
    </>
  );
}
