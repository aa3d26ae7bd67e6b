import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BrokerRule, outsideBroker } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

const LOOK_AGAIN_MS = 2_000;
const STATE_AGAIN_MS = 5_000;

/** The plant's own MQTT broker and by which rules its topics become values; for administrators of the first admin unit. */
export const outsideBrokerQuery = queryOptions({
  queryKey: queryKeys.outsideBroker,
  queryFn: ({ signal }) => callApi(outsideBroker.getOutsideBroker, { signal }),
  refetchInterval: STATE_AGAIN_MS,
});

/** The last messages of a filter and what rules make of them, looked at again as long as somebody watches. */
export const brokerLookQuery = (filter: string, rules: readonly BrokerRule[]) =>
  queryOptions({
    queryKey: queryKeys.brokerLook(filter, rules),
    queryFn: ({ signal }) => callApi(outsideBroker.lookAtBroker, { body: { filter, rules: [...rules] }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
