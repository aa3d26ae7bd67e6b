import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { alertAnswers, alerts, escalations, onCall, quietHours } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** What the list of messages is narrowed to. */
export interface DeliveryFilter {
  state?: alerts.AlertMessageState | undefined;
  channel?: alerts.AlertChannel | undefined;
  assetId?: number | undefined;
  alarmDefinitionId?: number | undefined;
  /** When the alarm was raised. */
  raised?: string | undefined;
}

const PAGE_SIZE = 100;
/** What is on its way is looked at anew so often. */
const LOOK_MS = 3_000;

const isUnderWay = ({ state }: alerts.AlertDelivery) => state === 'waiting' || state === 'sending';

/** Who was told of what, newest first, a page at a time; asked for again while something is on its way. */
export function alertDeliveriesQuery(filter: DeliveryFilter) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return infiniteQueryOptions({
    queryKey: queryKeys.alertDeliveries(asked),
    queryFn: ({ signal, pageParam }) =>
      callApi(alerts.listAlertDeliveries, { query: { ...asked, limit: PAGE_SIZE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
      return loaded < total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isUnderWay)) ? LOOK_MS : false,
  });
}

/** What is shown beside an alarm; all there is stands on the page of alerts. */
const MOST_TOLD = 100;
/** News of an alarm goes out a moment after it is known. */
const LOOK_AGAIN_MS = 10_000;

/** Who was told of one alarm: stale with each change of one, and looked at anew while it is shown. */
export function toldOfAlarmQuery(of: { assetId: number; alarmDefinitionId: number; raised: string }) {
  return queryOptions({
    queryKey: queryKeys.toldOfAlarm(of),
    queryFn: ({ signal }) => callApi(alerts.listAlertDeliveries, { query: { ...of, limit: MOST_TOLD }, signal }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isUnderWay) ? LOOK_MS : LOOK_AGAIN_MS),
  });
}

/** Who cannot be told at present. */
export const alertProblemsQuery = queryOptions({
  queryKey: queryKeys.alertProblems,
  queryFn: ({ signal }) => callApi(alerts.listAlertProblems, { signal }),
});

/** Where the machines of user groups are told. */
export const alertWebhooksQuery = queryOptions({
  queryKey: queryKeys.alertWebhooks,
  queryFn: ({ signal }) => callApi(alerts.listAlertWebhooks, { signal }),
});

/** What sends texts to phones. */
export const textGatewayQuery = queryOptions({
  queryKey: queryKeys.textGateway,
  queryFn: ({ signal }) => callApi(alerts.getTextGateway, { signal }),
});

/** What user groups are told of, and who is told next. */
export const escalationsQuery = queryOptions({
  queryKey: queryKeys.escalations,
  queryFn: ({ signal }) => callApi(escalations.listEscalations, { signal }),
});

/** Who of user groups is on call, asked for again while it is shown: it changes by itself. */
export const rotasQuery = queryOptions({
  queryKey: queryKeys.rotas,
  queryFn: ({ signal }) => callApi(onCall.listRotas, { signal }),
  refetchInterval: 60_000,
});

/** When the user is told later. */
export const quietHoursQuery = queryOptions({
  queryKey: queryKeys.quietHours,
  queryFn: ({ signal }) => callApi(quietHours.getQuietHours, { signal }),
});

/** Of which alarms the link in a message is; asked for once, since it is counted. */
export function alertAnswerQuery(link: string) {
  return queryOptions({
    queryKey: queryKeys.alertAnswer(link),
    queryFn: ({ signal }) => callApi(alertAnswers.lookAtAlertAnswer, { body: { link }, signal }),
    retry: false,
  });
}
