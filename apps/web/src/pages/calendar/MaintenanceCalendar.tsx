import { VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type calendar, permissionId } from '@telltale/contract';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { calendarQuery, saveMaintenance } from '#api/events/calendar-queries.ts';
import { useMay } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import { isoOfClock } from '#ui/form/clock-value.ts';
import { pressKey } from '#ui/keys.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { Pending } from '../Pending.tsx';
import { Agenda } from './Agenda.tsx';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarFilters, StatusFilter } from './CalendarFilters.tsx';
import classes from './calendar.module.css';
import type { CalendarAddress } from './calendar-address.ts';
import {
  type Day,
  dayOf,
  dayTitle,
  monthTitle,
  movedToDay,
  shiftDay,
  shiftMonth,
  shortDayTitle,
  spanOf,
  weekOf,
  weeksOf,
} from './calendar-days.ts';
import type { CalendarSubject } from './calendar-subject.ts';
import { DayGrid } from './DayGrid.tsx';
import { DISCARD_QUESTION, EntryEditor } from './EntryEditor.tsx';

interface MaintenanceCalendarProps {
  address: CalendarAddress;
  onAddress: (change: Partial<CalendarAddress>) => void;
  zone: string;
  /** The asset that the calendar is of; undefined: all in sight. */
  subject?: CalendarSubject | undefined;
  /** Whether there is something in the editor that is not saved. */
  onChanged?: (isChanged: boolean) => void;
}

/** A new one is planned for this hour of the day that is looked at. */
const MORNING = 'T08:00';

/** Maintenance by month, week or as a list, with the editor beside it (spec 1 §2 'Maintenance calendar modal'). */
export function MaintenanceCalendar({ address, onAddress, zone, subject, onChanged }: MaintenanceCalendarProps) {
  const client = useQueryClient();
  const isPhone = useLayoutSize() === 'xxs';
  const nowMs = useNow();
  const root = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  const today = dayOf(nowMs, zone);
  const day = address.day ?? today;
  const view = address.view ?? (isPhone ? 'agenda' : 'month');
  const { assetId, assetGroupId, statuses, type, entry: open } = address;
  const narrowed = [subject ? undefined : assetId, assetGroupId, type].filter((one) => one !== undefined).length;
  const [areFiltersOpen, setFiltersOpen] = useState(narrowed > 0);
  const [said, setSaid] = useState('');
  /** Where entries were moved to, until the portal has said so. */
  const [moves, setMoves] = useState<ReadonlyMap<number, string>>(new Map());
  const mayNew = useMay(permissionId('Events', 'Create'));
  const mayMove = useMay(permissionId('Events', 'Modify'));

  const weeks = useMemo(() => (view === 'week' ? [weekOf(day)] : weeksOf(day)), [view, day]);
  const [first, last] =
    view === 'agenda' ? [day, shiftDay(shiftMonth(day, 1), -1)] : [weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day];
  const span = useMemo(() => spanOf(first, last, zone), [first, last, zone]);
  const ofAsset = subject?.assetId ?? assetId;
  const query = useQuery(calendarQuery({ ...span, assetId: ofAsset, assetGroupId, statuses, type }));
  const entriesOf = useMemo(() => byDay(query.data?.entries ?? [], moves, zone), [query.data, moves, zone]);
  const entries = [...entriesOf.values()].flat();
  const opened = entries.find((one) => one.eventId === open);

  const noteChanged = useCallback(
    (changed: boolean) => {
      isChanged.current = changed;
      onChanged?.(changed);
    },
    [onChanged],
  );
  /** Whether the editor may be left: nothing in it waits to be saved, or the user lets it go. */
  const mayLeave = async () =>
    !isChanged.current || confirm({ title: 'Discard changes', message: DISCARD_QUESTION, confirmLabel: 'Discard' });
  const startNew = mayNew
    ? async () => {
        if (open !== 'new' && (await mayLeave())) onAddress({ day, entry: 'new' });
      }
    : undefined;
  const show = async (eventId: number) => {
    if (eventId === open || !(await mayLeave())) return;
    const on = [...entriesOf].find(([, list]) => list.some((one) => one.eventId === eventId))?.[0];
    onAddress({ entry: eventId, ...(on === undefined ? {} : { day: on }) });
  };
  const close = () => {
    const back = typeof open === 'number' ? `[data-entry="${open}"]` : `[data-day="${day}"]`;
    onAddress({ entry: undefined });
    root.current?.querySelector<HTMLElement>(back)?.focus();
  };
  const move = (entry: calendar.MaintenanceEntry, to: Day) => {
    const timestamp = movedToDay(entry.timestamp, to, zone);
    setMoves((before) => new Map(before).set(entry.eventId, timestamp));
    onAddress({ day: to });
    const { eventId, assetId } = entry;
    void (async () => {
      try {
        await saveMaintenance(client, { eventId, assetId, timestamp });
        setSaid(`${entry.type} moved to ${dayTitle(to)}`);
      } catch (error) {
        toast(`It could not be moved. ${messageOf(error)}`, 'error');
      }
      setMoves((before) => new Map([...before].filter(([id]) => id !== eventId)));
    })();
  };
  const step = (by: 1 | -1) => onAddress({ day: view === 'week' ? shiftDay(day, 7 * by) : shiftMonth(day, by) });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [role="dialog"]');
    // The dialog around a calendar of one asset is no editor.
    if (isTyping && root.current?.contains(isTyping)) return;
    const goToToday = () => onAddress({ day: undefined });
    const handled = pressKey(event, { n: startNew, N: startNew, t: goToToday, T: goToToday });
    if (handled) event.stopPropagation();
  });
  // N and T work wherever the focus is within the calendar.
  useEffect(() => {
    const within = root.current;
    within?.addEventListener('keydown', onKeyDown);
    return () => within?.removeEventListener('keydown', onKeyDown);
  }, []);
  const spanTitle = `${shortDayTitle(first)} to ${shortDayTitle(last)} ${last.slice(0, 4)}`;
  const shared = {
    today,
    zone,
    isNamed: subject === undefined,
    openId: typeof open === 'number' ? open : undefined,
    onOpen: (eventId: number) => void show(eventId),
  };
  const isEmpty = query.data !== undefined && entries.length === 0;
  const isNarrowed = narrowed > 0 || statuses !== undefined;

  return (
    <div ref={root} className={classes.calendar} data-editing={open !== undefined || undefined}>
      <div className={classes.main}>
        <CalendarBar
          title={view === 'month' ? monthTitle(day) : spanTitle}
          view={view}
          areFiltersOpen={areFiltersOpen}
          narrowed={narrowed}
          onStep={step}
          onToday={() => onAddress({ day: undefined })}
          onView={(next) => onAddress({ view: next })}
          onFilters={() => setFiltersOpen(!areFiltersOpen)}
          onNew={startNew && (() => void startNew())}
        />
        {areFiltersOpen ? (
          <CalendarFilters address={address} subject={subject} types={query.data?.types ?? []} onChange={onAddress} />
        ) : null}
        <StatusFilter address={address} onChange={onAddress} />
        <Pending
          query={query}
          label="Loading the calendar"
          failure="The calendar could not be loaded."
          rows={6}
          rowHeight={84}
        />
        {query.data?.isCut ? (
          <p className={classes.note}>There is more than a calendar shows at once: narrow it to see the rest.</p>
        ) : null}
        {query.data && view !== 'agenda' ? (
          <DayGrid
            {...shared}
            weeks={weeks}
            day={day}
            entriesOf={entriesOf}
            mayMove={mayMove}
            onDay={(next) => onAddress({ day: next })}
            onNew={startNew && (() => void startNew())}
            onMore={(of) => onAddress({ day: of, view: 'week' })}
            onMove={move}
          />
        ) : null}
        {query.data && view === 'month' && isPhone ? (
          <Agenda {...shared} nowMs={nowMs} days={[[day, entriesOf.get(day) ?? []]]} />
        ) : null}
        {query.data && view === 'agenda' && entries.length > 0 ? (
          <Agenda {...shared} nowMs={nowMs} days={[...entriesOf]} onMonth={step} />
        ) : null}
        {isEmpty && view === 'agenda' ? (
          <EmptyState title={isNarrowed ? 'No maintenance is like that.' : 'No maintenance in this time.'}>
            {isNarrowed ? 'Take a filter away to see more.' : 'What is planned or done stands here.'}
          </EmptyState>
        ) : null}
        {isEmpty && view !== 'agenda' ? (
          <p className={classes.note} role="status">
            {isNarrowed
              ? 'No maintenance is like that. Take a filter away to see more.'
              : 'No maintenance in this time.'}
          </p>
        ) : null}
        {typeof open === 'number' && !opened && query.data && !query.isPlaceholderData ? (
          <p className={classes.note} role="status">
            The maintenance that was to be opened is not in this time, is left out by the filters, or is gone.
          </p>
        ) : null}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </div>
      {open === 'new' && mayNew ? (
        <EntryEditor
          key="new"
          entry={undefined}
          subject={subject}
          assetId={ofAsset}
          at={isoOfClock(`${day}${MORNING}`, zone) ?? new Date(nowMs).toISOString()}
          nowMs={nowMs}
          zone={zone}
          onSaved={(eventId, timestamp) => onAddress({ entry: eventId, day: dayOf(Date.parse(timestamp), zone) })}
          onChanged={noteChanged}
          onClose={close}
        />
      ) : null}
      {opened ? (
        <EntryEditor
          key={opened.eventId}
          entry={opened}
          subject={subject}
          assetId={ofAsset}
          at={opened.timestamp}
          nowMs={nowMs}
          zone={zone}
          onSaved={(_eventId, timestamp) => {
            setSaid('Saved');
            onAddress({ day: dayOf(Date.parse(timestamp), zone) });
          }}
          onChanged={noteChanged}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** The days that have maintenance, in order, each with its own in order of time. */
function byDay(
  entries: readonly calendar.MaintenanceEntry[],
  moves: ReadonlyMap<number, string>,
  zone: string,
): ReadonlyMap<Day, readonly calendar.MaintenanceEntry[]> {
  const placed = entries.map((entry) => {
    const timestamp = moves.get(entry.eventId);
    return timestamp === undefined ? entry : { ...entry, timestamp };
  });
  const days = new Map<Day, calendar.MaintenanceEntry[]>();
  for (const entry of placed.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))) {
    const day = dayOf(Date.parse(entry.timestamp), zone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}
