import { Group, NativeSelect } from '@mantine/core';
import type { Repeat } from './export-choices.ts';
import classes from './exports.module.css';
import { REPEATS, TIMES, WEEKDAYS } from './repeat-words.ts';

interface RepeatChoiceProps {
  value: Repeat | undefined;
  /** Whose clocks say when it is made. */
  zone: string;
  onChange: (value: Repeat | undefined) => void;
}

const FIRST: Repeat = { every: 'day', weekday: 1, time: '06:00' };
const weekdays = WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }));

/** Whether an export is made once, or every day or week at a time of day. */
export function RepeatChoice({ value, zone, onChange }: RepeatChoiceProps) {
  const kept = value ?? FIRST;
  return (
    <>
      <Group gap={6} align="flex-end">
        <NativeSelect
          size="xs"
          label="Repeat"
          data={REPEATS}
          value={value?.every ?? ''}
          onChange={({ currentTarget: { value: every } }) =>
            onChange(every === '' ? undefined : { ...kept, every: every === 'week' ? 'week' : 'day' })
          }
        />
        {value?.every === 'week' && (
          <NativeSelect
            size="xs"
            label="On"
            data={weekdays}
            value={String(value.weekday)}
            onChange={({ currentTarget }) => onChange({ ...value, weekday: Number(currentTarget.value) })}
          />
        )}
        {value && (
          <NativeSelect
            size="xs"
            label="At"
            data={TIMES}
            value={value.time}
            onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
          />
        )}
      </Group>
      {value && (
        <p className={classes.note}>
          By the clocks of {zone}. Each file holds what came since the one before, and stands on the page of exports for
          24 hours.
        </p>
      )}
    </>
  );
}
