import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { systems } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The systems that the user sees, by name. */
export const systemListQuery = queryOptions({
  queryKey: queryKeys.systems,
  queryFn: ({ signal }) => callApi(systems.listSystems, { signal }),
});

/** Systems in the order in which people count them, a page of those that a text is found in. */
export function systemPageQuery({ search, limit, offset }: { search: string; limit: number; offset: number }) {
  const query = { limit, offset, ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: queryKeys.systemPage(query),
    queryFn: ({ signal }) => callApi(systems.listSystemPage, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One system; 404 for what is not among those that the user sees. */
export function systemQuery(systemId: number) {
  return queryOptions({
    queryKey: queryKeys.system(systemId),
    queryFn: ({ signal }) => callApi(systems.getSystem, { params: { systemId }, signal }),
  });
}

/** One system with the dashboards of its definition. */
export function systemDashboardsQuery(systemId: number) {
  return queryOptions({
    queryKey: queryKeys.systemDashboard(systemId),
    queryFn: ({ signal }) => callApi(systems.getSystemDashboards, { params: { systemId }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** Slots and data items that a dashboard of the system can read. */
export function systemTreeQuery(systemId: number) {
  return queryOptions({
    queryKey: queryKeys.systemDefinitionOf(systemId),
    queryFn: ({ signal }) => callApi(systems.getSystemTree, { params: { systemId }, signal }),
    refetchOnWindowFocus: false,
  });
}

/** Every system definition with its slots, by name. */
export const systemDefinitionListQuery = queryOptions({
  queryKey: queryKeys.systemDefinitions,
  queryFn: ({ signal }) => callApi(systems.listSystemDefinitions, { signal }),
});

/** One system definition with its slots. */
export function systemDefinitionQuery(systemDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.systemDefinition(systemDefinitionId),
    queryFn: ({ signal }) => callApi(systems.getSystemDefinition, { params: { systemDefinitionId }, signal }),
  });
}
