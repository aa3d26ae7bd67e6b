import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { alertCoverage } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

export const COVERAGE_PER_PAGE = 50;
/** The most that one call answers. */
const AT_ONCE = 500;

export interface CoverageFilter {
  search: string;
  offset: number;
}

export interface SubscriptionId {
  userGroupId: number;
  assetGroupId: number;
}

/** One page of who is told what. */
export function subscriptionPageQuery({ search, offset }: CoverageFilter) {
  return queryOptions({
    queryKey: queryKeys.alertCoverage({ list: 'subscriptions', search, offset }),
    queryFn: ({ signal }) =>
      callApi(alertCoverage.listAlertSubscriptions, { query: { search, limit: COVERAGE_PER_PAGE, offset }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of the people of a subscription. */
export function toldPeopleQuery({ userGroupId, assetGroupId, search, offset }: SubscriptionId & CoverageFilter) {
  const params = { userGroupId, assetGroupId };
  return queryOptions({
    queryKey: queryKeys.alertCoverage({ list: 'people', ...params, search, offset }),
    queryFn: ({ signal }) =>
      callApi(alertCoverage.listToldPeople, {
        params,
        query: { search, limit: COVERAGE_PER_PAGE, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** One page of what nobody is told of, of one kind. */
export function gapPageQuery({ kind, search, offset }: CoverageFilter & { kind: alertCoverage.GapKind }) {
  return queryOptions({
    queryKey: queryKeys.alertCoverage({ list: 'gaps', kind, search, offset }),
    queryFn: ({ signal }) =>
      callApi(alertCoverage.listAlertGaps, { query: { kind, search, limit: COVERAGE_PER_PAGE, offset }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Everything that a search leaves, for a file. */
export async function everySubscription(search: string): Promise<alertCoverage.AlertSubscription[]> {
  return every(async (offset) => {
    const reply = await callApi(alertCoverage.listAlertSubscriptions, { query: { search, limit: AT_ONCE, offset } });
    return { total: reply.total, rows: reply.subscriptions };
  });
}

export async function everyGap(kind: alertCoverage.GapKind, search: string): Promise<alertCoverage.AlertGap[]> {
  return every(async (offset) => {
    const reply = await callApi(alertCoverage.listAlertGaps, { query: { kind, search, limit: AT_ONCE, offset } });
    return { total: reply.total, rows: reply.gaps };
  });
}

async function every<Row>(pageAt: (offset: number) => Promise<{ total: number; rows: Row[] }>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { total, rows } = await pageAt(all.length);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
