import '@mantine/dates/styles.layer.css';
import { NativeSelect } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { calendarLabels } from '#ui/form/moment/calendar-labels.ts';
import classes from './exports.module.css';
import { HOURS, MINUTES, type QuarterTime } from './quarter-hours.ts';

interface QuarterPickerProps {
  /** `Start time`. */
  label: string;
  value: QuarterTime;
  onChange: (value: QuarterTime) => void;
}

/** No day stands out: red is for what is wrong. */
const NO_DAYS: [] = [];
const hours = HOURS.map(String);
const minutes = MINUTES.map((minute) => String(minute).padStart(2, '0'));

/** Date, hour, minute and half of the day; minutes in steps of 15 (spec 1 §2). */
export function QuarterPicker({ label, value, onChange }: QuarterPickerProps) {
  return (
    <fieldset className={classes.time}>
      <legend>{label}</legend>
      <DatePickerInput
        aria-label={`${label}: date ${value.date}`}
        size="xs"
        valueFormat="YYYY-MM-DD"
        value={value.date}
        weekendDays={NO_DAYS}
        ariaLabels={calendarLabels}
        onChange={(date) => date !== null && onChange({ ...value, date })}
      />
      <NativeSelect
        aria-label={`${label}: hour`}
        size="xs"
        data={hours}
        value={String(value.hour)}
        onChange={({ currentTarget }) => onChange({ ...value, hour: Number(currentTarget.value) })}
      />
      <NativeSelect
        aria-label={`${label}: minute`}
        size="xs"
        data={minutes}
        value={String(value.minute).padStart(2, '0')}
        onChange={({ currentTarget }) => {
          const minute = MINUTES.find((one) => one === Number(currentTarget.value)) ?? 0;
          onChange({ ...value, minute });
        }}
      />
      <NativeSelect
        aria-label={`${label}: AM or PM`}
        size="xs"
        data={['AM', 'PM']}
        value={value.half}
        onChange={({ currentTarget }) => onChange({ ...value, half: currentTarget.value === 'PM' ? 'PM' : 'AM' })}
      />
    </fieldset>
  );
}
