import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFilter, IconPlus } from '@tabler/icons-react';
import classes from './calendar.module.css';
import type { CalendarView } from './calendar-address.ts';

interface CalendarBarProps {
  title: string;
  view: CalendarView;
  areFiltersOpen: boolean;
  /** How many ways it is narrowed. */
  narrowed: number;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  onFilters: () => void;
  /** Undefined: the user may make none. */
  onNew: (() => void) | undefined;
}

const VIEWS: readonly { value: CalendarView; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'agenda', label: 'Agenda' },
];

/** Which time is shown and how, and New Maintenance. */
export function CalendarBar(props: CalendarBarProps) {
  const { title, view, areFiltersOpen, narrowed, onStep, onToday, onView, onFilters, onNew } = props;
  const unit = view === 'week' ? 'week' : 'month';
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <ActionIcon size={34} variant="default" aria-label={`Previous ${unit}`} onClick={() => onStep(-1)}>
          <IconChevronLeft size={17} />
        </ActionIcon>
        <ActionIcon size={34} variant="default" aria-label={`Next ${unit}`} onClick={() => onStep(1)}>
          <IconChevronRight size={17} />
        </ActionIcon>
        <Button variant="default" onClick={onToday}>
          Today
        </Button>
      </div>
      <p className={classes.title} aria-live="polite">
        {title}
      </p>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="View"
          value={view}
          data={[...VIEWS]}
          onChange={(value) => onView(VIEWS.find((one) => one.value === value)?.value ?? 'month')}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          aria-expanded={areFiltersOpen}
          onClick={onFilters}
        >
          {narrowed === 0 ? 'Filters' : `Filters (${narrowed})`}
        </Button>
        {onNew ? (
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={onNew}>
            New Maintenance
          </Button>
        ) : null}
      </div>
    </div>
  );
}
