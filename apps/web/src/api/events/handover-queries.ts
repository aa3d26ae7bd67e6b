import { queryOptions } from '@tanstack/react-query';
import { type BodyInput, handovers } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** Of the list of earlier ones so many are shown at once. */
export const HANDOVERS_PER_PAGE = 50;

/** The handovers of an admin unit, newest first; the first one may still be running. */
export function handoverListQuery(adminId: number, offset = 0) {
  return queryOptions({
    queryKey: queryKeys.handoverList(adminId, offset),
    queryFn: ({ signal }) =>
      callApi(handovers.listHandovers, { params: { adminId }, query: { limit: HANDOVERS_PER_PAGE, offset }, signal }),
  });
}

export function handoverQuery(handoverId: number) {
  return queryOptions({
    queryKey: queryKeys.handover(handoverId),
    queryFn: ({ signal }) => callApi(handovers.getHandover, { params: { handoverId }, signal }),
  });
}

export function shiftsQuery(adminId: number) {
  return queryOptions({
    queryKey: queryKeys.shifts(adminId),
    queryFn: ({ signal }) => callApi(handovers.getShifts, { params: { adminId }, signal }),
  });
}

export type ShiftsInput = BodyInput<typeof handovers.putShifts>;
