import { queryOptions } from '@tanstack/react-query';
import { definitionTemplates, firstHour } from '@telltale/contract';
import { callApi } from '../client.ts';
import { queryKeys } from '../query-keys.ts';

/** Which steps of setting up the portal are done, for administrators of the first admin unit. */
export const firstHourQuery = queryOptions({
  queryKey: queryKeys.firstHour,
  queryFn: ({ signal }) => callApi(firstHour.getFirstHour, { signal }),
});

export const mailServerQuery = queryOptions({
  queryKey: queryKeys.mailServer,
  queryFn: ({ signal }) => callApi(firstHour.getMailServer, { signal }),
});

/** Templates that an asset definition can begin with. */
export const definitionTemplatesQuery = queryOptions({
  queryKey: queryKeys.definitionTemplates,
  queryFn: ({ signal }) => callApi(definitionTemplates.listDefinitionTemplates, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
