import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { quarantine } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

export const SET_ASIDE_PER_PAGE = 50;
/** Devices send on while somebody looks. */
const LOOK_AGAIN_MS = 10_000;

export interface SetAsideFilter {
  search: string;
  reason: string | undefined;
  source: 'asset' | 'gateway' | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** One page of what devices and gateways sent and could not be stored, newest first. */
export function setAsideQuery(filter: SetAsideFilter, offset: number) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));
  return queryOptions({
    queryKey: queryKeys.setAside({ ...asked, offset }),
    queryFn: ({ signal }) =>
      callApi(quarantine.listSetAside, { query: { ...asked, limit: SET_ASIDE_PER_PAGE, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
