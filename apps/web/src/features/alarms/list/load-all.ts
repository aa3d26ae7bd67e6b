import type { QueryClient } from '@tanstack/react-query';
import { alarmLists } from '@telltale/contract';
import { alarmPageQuery } from '#api/alarm-queries.ts';
import type { queryOf } from './use-alarm-rows.ts';

const AT_ONCE = 1_000;

/** All lines of a list, up to as many as one act takes. */
export async function loadAll(records: QueryClient, query: ReturnType<typeof queryOf> & { floodId?: number }) {
  const lines: alarmLists.ListedAlarm[] = [];
  let total = 0;
  for (let offset = 0; offset < alarmLists.MAX_ALARMS_OF_ACT; offset += AT_ONCE) {
    const page = await records.fetchQuery({ ...alarmPageQuery({ ...query, limit: AT_ONCE, offset }), staleTime: 0 });
    lines.push(...page.alarms);
    total = page.total;
    if (page.alarms.length < AT_ONCE) break;
  }
  return { lines, total };
}
