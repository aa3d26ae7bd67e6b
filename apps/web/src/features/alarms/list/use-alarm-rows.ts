import { useQueries } from '@tanstack/react-query';
import type { alarmLists, ReplyOf } from '@telltale/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { alarmPageQuery } from '#api/alarm-queries.ts';
import type { ListAddress } from '../alarm-address.ts';

/** So many alarms are asked for at once. */
export const PAGE_ROWS = 100;

export interface AlarmRows {
  /** How many lines there are. */
  readonly total: number | undefined;
  /** How many alarms those are. */
  readonly listed: number | undefined;
  /** Undefined for a line that has not been answered yet. */
  rowAt: (index: number) => alarmLists.ListedAlarm | undefined;
  /** Says which lines are in view: those pages are asked for, and kept up to date. */
  look: (first: number, last: number) => void;
  readonly isStale: boolean;
  /** What stands for the list while nothing of it is known. */
  readonly query: { data: unknown; error: Error | null; refetch: () => unknown };
}

/** The query of the portal for a list, each alarm for itself; its page is added. */
export function queryOf({ view, filter, sort, direction }: ListAddress) {
  return { view, ...filter, sort, direction };
}

/** The same with one line for each flood, and the alarms of those that are opened. */
function collapsedQueryOf(address: ListAddress) {
  const opened = address.opened.join(',');
  return { ...queryOf(address), floods: 'collapse' as const, ...(opened === '' ? {} : { opened }) };
}

interface Known {
  readonly data: ReplyOf<typeof alarmLists.searchAlarms>;
  readonly byPage: ReadonlyMap<number, readonly alarmLists.ListedAlarm[] | undefined>;
}

/** The lines of the list that are in view, however many there are in all. */
export function useAlarmRows(address: ListAddress, isCollapsed: boolean): AlarmRows {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const query = useMemo(() => (isCollapsed ? collapsedQueryOf(address) : queryOf(address)), [address, isCollapsed]);
  const results = useQueries({
    queries: pages.map((page) => alarmPageQuery({ ...query, limit: PAGE_ROWS, offset: page * PAGE_ROWS })),
  });
  const data = results.find((one) => one.data !== undefined)?.data;
  const failed = results.find(({ error }) => error !== null);
  const byPage = new Map(pages.map((page, i) => [page, results[i]?.data?.alarms]));
  /** What was shown before: it stays, and with it the place of the keyboard, until something of what is asked for is known. */
  const before = useRef<Known>(undefined);
  const known: Known | undefined = data ? { data, byPage } : failed ? undefined : before.current;
  useEffect(() => {
    before.current = known;
  });
  return {
    total: known?.data.total,
    listed: known?.data.listed ?? known?.data.total,
    rowAt: (index) => known?.byPage.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    look: (first, last) => {
      const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
      const to = Math.floor(Math.max(0, last) / PAGE_ROWS);
      const wanted = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      if (wanted.join() !== pages.join()) setPages(wanted);
    },
    isStale: data === undefined && known !== undefined,
    query: {
      data: known?.data,
      error: failed?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    },
  };
}
