import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { commandDefinitions, commands } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** What the list of commands is narrowed to; times are ISO 8601. */
export interface CommandFilter {
  readonly assetId?: number;
  readonly state?: commands.CommandState;
  /** Part of the name of who sent or released it. */
  readonly user?: string;
  /** Part of the name of its template. */
  readonly template?: string;
  readonly from?: string;
  readonly to?: string;
}

const PAGE_SIZE = 100;
/** What becomes of a command is told by the live hub, see `useCommandNews`: this is for what it does not tell. */
const LOOK_AGAIN_MS = 15_000;

/** Templates of commands to assets of a definition, by name. */
export function commandDefinitionsQuery(assetDefinitionId: number) {
  return queryOptions({
    queryKey: queryKeys.definitionCommands(assetDefinitionId),
    queryFn: ({ signal }) =>
      callApi(commandDefinitions.listCommandDefinitions, { params: { assetDefinitionId }, signal }),
  });
}

/** The newest commands of an asset. */
export function assetCommandsQuery(assetId: number, limit: number) {
  return queryOptions({
    queryKey: queryKeys.assetCommands(assetId, limit),
    queryFn: ({ signal }) => callApi(commands.listAssetCommands, { params: { assetId }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function commandQuery(commandId: number) {
  return queryOptions({
    queryKey: queryKeys.command(commandId),
    queryFn: ({ signal }) => callApi(commands.getCommand, { params: { commandId }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What was asked for by the same user in the same moment: the commands of one send. */
export function sentTogetherQuery({ created, username }: Pick<commands.Command, 'created' | 'username'>) {
  const query = { from: created, to: created, user: username, limit: commands.MAX_COMMANDS };
  return queryOptions({
    queryKey: queryKeys.commandPage(query),
    queryFn: ({ signal }) => callApi(commands.listCommands, { query, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Commands to all assets in sight, newest first, a page at a time. */
export function commandListQuery(filter: CommandFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.commandPage(filter),
    queryFn: ({ signal, pageParam }) =>
      callApi(commands.listCommands, { query: { ...filter, limit: PAGE_SIZE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const loaded = pages.reduce((count, { commands: some }) => count + some.length, 0);
      return page.commands.length > 0 && loaded < page.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Whether something will still become of it. */
export function isUnderWay({ state, effect }: Pick<commands.Command, 'state' | 'effect'>): boolean {
  if (state === 'awaiting release' || state === 'queued' || state === 'sent') return true;
  return effect !== null && (state === 'delivered' || state === 'answered');
}
