import type { AddressChanges } from '../use-address-params.ts';
import { type Day, isDay } from './calendar-days.ts';

export const calendarViews = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What a calendar shows; all of it stands in the address of its page. */
export interface CalendarAddress {
  /** Undefined: what fits the window. */
  view?: CalendarView | undefined;
  /** The day that is looked at; undefined: today. */
  day?: Day | undefined;
  assetId?: number | undefined;
  assetGroupId?: number | undefined;
  /** Those that are shown, as `1,2`; undefined: all. */
  statuses?: string | undefined;
  type?: string | undefined;
  /** The maintenance that is open beside the calendar. */
  entry?: number | 'new' | undefined;
}

const id = (text: string | null) => (text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);

export function readCalendarAddress(params: URLSearchParams): CalendarAddress {
  const day = params.get('day') ?? '';
  const statuses = params.get('statuses') ?? '';
  return {
    view: calendarViews.find((view) => view === params.get('view')),
    day: isDay(day) ? day : undefined,
    assetId: id(params.get('asset')),
    assetGroupId: id(params.get('group')),
    statuses: /^[0-3](,[0-3]){0,3}$/.test(statuses) ? statuses : undefined,
    type: params.get('type')?.slice(0, 255) || undefined,
    entry: params.get('entry') === 'new' ? 'new' : id(params.get('entry')),
  };
}

const NAMES: Readonly<Record<keyof CalendarAddress, string>> = {
  view: 'view',
  day: 'day',
  assetId: 'asset',
  assetGroupId: 'group',
  statuses: 'statuses',
  type: 'type',
  entry: 'entry',
};

/** What changes in the address; only what is named does. */
export function writeCalendarAddress(change: Partial<CalendarAddress>): AddressChanges {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [NAMES[name as keyof CalendarAddress], value?.toString()]),
  );
}
