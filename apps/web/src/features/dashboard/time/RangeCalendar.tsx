import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import type { RangeText } from '@telltale/domain/time/range-expression.ts';
import { parseTime, resolveTime } from '@telltale/domain/time/time-expression.ts';
import { useLive } from '#live/use-live.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { calendarLabels } from '#ui/form/moment/calendar-labels.ts';
import { clockText } from './clock-text.ts';

interface RangeCalendarProps {
  range: RangeText;
  onChange: (range: RangeText) => void;
}

const NO_DAYS: [] = [];

/** The days of the range on a calendar of the dashboard's zone; choosing two makes a range of whole days. */
export function RangeCalendar({ range, onChange }: RangeCalendarProps) {
  const { zone, time } = useDashboardScope();
  const { clock } = useLive();
  const nowMs = time.pastMs ?? clock.now();
  const dayOf = (text: string, edge: 'start' | 'end') => {
    const expression = parseTime(text);
    return expression === undefined ? null : dayText(() => resolveTime(expression, nowMs, zone, edge), zone);
  };
  const today = clockText(clock.now(), zone).slice(0, 10);
  const first = dayOf(range.from, 'start');
  const last = dayOf(range.to, 'end');

  return (
    <DatePicker
      type="range"
      size="xs"
      value={first !== null && last !== null && first <= last ? [first, last] : [null, null]}
      defaultDate={last ?? today}
      maxDate={today}
      allowSingleDateInRange
      // Red is for what is wrong.
      weekendDays={NO_DAYS}
      ariaLabels={calendarLabels}
      onChange={([from, to]) => {
        // After the first press there is only a beginning: the day itself.
        if (from !== null) onChange({ from, to: to ?? from });
      }}
    />
  );
}

function dayText(resolve: () => number, zone: string): string | null {
  try {
    return clockText(resolve(), zone).slice(0, 10);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
