import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { calendarRepeats } from '@telltale/contract';
import classes from './editor.module.css';

type Repeat = calendarRepeats.Repeat;

interface RepeatFieldsProps {
  repeat: Repeat | null;
  /** The zone of whom it is made by: its clock counts. */
  zone: string;
  /** When the first is, as `2026-11-26T08:00`. */
  wall: string;
  onChange: (repeat: Repeat | null) => void;
}

const UNITS = { day: 'Days', week: 'Weeks', month: 'Months' } as const;
const ENDS = { never: 'Never', after: 'After some times', until: 'On a day' } as const;
const MOST_TIMES = 1_000;
const MOST_UNITS = 400;

/** How a maintenance comes again. */
export function RepeatFields({ repeat, zone, wall, onChange }: RepeatFieldsProps) {
  const first: Repeat = { unit: 'month', every: 1, zone, end: { kind: 'never' } };
  const unit = repeat?.unit ?? '';
  const end = repeat?.end;
  const change = (part: Partial<Repeat>) => onChange({ ...(repeat ?? first), ...part });
  const endOf = (kind: string): Repeat['end'] => {
    if (kind === 'after') return { kind, count: 10 };
    return kind === 'until' ? { kind, day: wall.slice(0, 10) } : { kind: 'never' };
  };
  return (
    <div className={classes.repeat}>
      <NativeSelect
        label="Repeat"
        value={unit}
        data={[
          { value: '', label: 'Does not repeat' },
          ...Object.entries(UNITS).map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          value === '' ? onChange(null) : change({ unit: value as Repeat['unit'] })
        }
      />
      {repeat && end ? (
        <>
          <NumberInput
            label={`${UNITS[repeat.unit]} between two`}
            min={1}
            max={MOST_UNITS}
            allowDecimal={false}
            clampBehavior="strict"
            value={repeat.every}
            onChange={(value) => change({ every: Math.max(1, Number(value) || 1) })}
          />
          <NativeSelect
            label="Ends"
            value={end.kind}
            data={Object.entries(ENDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => change({ end: endOf(currentTarget.value) })}
          />
          {end.kind === 'after' ? (
            <NumberInput
              label="Times in all"
              min={1}
              max={MOST_TIMES}
              allowDecimal={false}
              clampBehavior="strict"
              value={end.count}
              onChange={(value) => change({ end: { kind: 'after', count: Math.max(1, Number(value) || 1) } })}
            />
          ) : null}
          {end.kind === 'until' ? (
            <TextInput
              label="Last day"
              type="date"
              required
              value={end.day}
              onChange={({ currentTarget: { value } }) => {
                if (value !== '') change({ end: { kind: 'until', day: value } });
              }}
            />
          ) : null}
        </>
      ) : null}
    </div>
  );
}
