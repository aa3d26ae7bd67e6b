import '@mantine/dates/styles.layer.css';
import { NativeSelect, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { clockValue } from '../clock-value.ts';
import { keepEscapeInside } from '../keep-escape-inside.ts';
import { calendarLabels } from './calendar-labels.ts';
import classes from './moment.module.css';
import { type MomentKind, momentOfText, splitMoment } from './moment-text.ts';

interface MomentChoiceProps {
  kind: MomentKind;
  /** '' while the field holds none. */
  value: string;
  zone: string | undefined;
  min: string | undefined;
  max: string | undefined;
  isInPopover: boolean;
  isOpen: boolean;
  onClose: () => void;
  onChange: (value: string) => void;
}

/** No day stands out: red is for what is wrong. */
const NO_DAYS: [] = [];
const STEP_MIN = 5;
const two = (number: number) => String(number).padStart(2, '0');
const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const minutes = Array.from({ length: 60 / STEP_MIN }, (_, step) => two(step * STEP_MIN));

/** The calendar below a field, and hour and minute of the day. */
export function MomentChoice({ kind, value, zone, min, max, onChange, ...popover }: MomentChoiceProps) {
  const { day, time } = splitMoment(value, kind);
  const now = clockValue(new Date().toISOString(), zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const today = now.slice(0, 10);
  const [hour = '00', minute = '00'] = time.split(':');
  const choose = (nextDay: string, nextTime: string) => {
    const text = { datetime: `${nextDay} ${nextTime}`, date: nextDay, time: nextTime }[kind];
    const next = momentOfText(text, kind);
    if (next !== undefined) onChange(next);
  };
  return (
    <Popover
      opened={popover.isOpen}
      withinPortal={!popover.isInPopover}
      onChange={(opened) => !opened && popover.onClose()}
      position="bottom-end"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown p="xs" onFocusCapture={keepEscapeInside} aria-label="Choose a day and a time">
        {kind === 'time' ? null : (
          <DatePicker
            size="xs"
            value={day === '' ? null : day}
            defaultDate={day === '' ? today : day}
            {...(min === undefined ? {} : { minDate: min.slice(0, 10) })}
            {...(max === undefined ? {} : { maxDate: max.slice(0, 10) })}
            weekendDays={NO_DAYS}
            ariaLabels={calendarLabels}
            getDayProps={(date) => (date === (day || today) ? { 'data-autofocus': true } : {})}
            onChange={(chosen) => {
              if (chosen === null) return;
              choose(chosen, time || '00:00');
              popover.onClose();
            }}
          />
        )}
        {kind === 'date' ? null : (
          <div className={classes.time}>
            <NativeSelect
              aria-label="Hour"
              data={hours}
              value={hour}
              onChange={({ currentTarget }) => choose(day || today, `${currentTarget.value}:${minute}`)}
            />
            <span aria-hidden>:</span>
            <NativeSelect
              aria-label="Minute"
              data={minutes.includes(minute) ? minutes : [...minutes, minute].sort()}
              value={minute}
              onChange={({ currentTarget }) => choose(day || today, `${hour}:${currentTarget.value}`)}
            />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
