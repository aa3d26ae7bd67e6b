import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { commands } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { assetCommandsQuery } from '#api/command-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useCommandNews } from '#live/records/use-news-of-records.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useIsPast } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';

type Command = commands.Command;

/** What is sent, as the portal takes it. */
export interface CommandToSend {
  readonly assetId: number;
  /** JSON text with module, command, parameter. */
  readonly command: string;
  /** Seconds. */
  readonly expiration: number;
  /** By which the portal tells whether it worked. */
  readonly effect?: {
    readonly dataItemId: number;
    readonly within: number;
    readonly expected?: number | string;
    readonly tolerance?: number;
  };
}

/** The newest commands of an asset that a control is looked for among. */
const NEWEST = 50;

export interface AssetCommands {
  /** Newest first; empty where the user may not see commands, and in the past. */
  readonly list: readonly Command[];
  /** Whether what becomes of a command can be seen. */
  readonly isVisible: boolean;
  readonly isSending: boolean;
  /** Sends once. It is never sent again by itself, whatever happens. @returns whether the portal took it */
  send(command: CommandToSend): Promise<boolean>;
}

/** The commands of an asset, and the way to send one. */
export function useCommands(assetId: number | undefined): AssetCommands {
  const client = useQueryClient();
  const mayView = useMay('Commands', 'View');
  const isPast = useIsPast();
  const isVisible = mayView && !isPast;
  const query = assetCommandsQuery(assetId ?? 0, NEWEST);
  const { data } = useQuery({ ...query, enabled: isVisible && assetId !== undefined });
  useCommandNews(isVisible && assetId !== undefined ? [assetId] : []);
  const sending = useMutation({
    mutationFn: (command: CommandToSend) => callApi(commands.sendCommands, { body: [command] }),
    retry: false,
    onSuccess: (sent) => {
      client.setQueryData(query.queryKey, (before) => ({
        total: (before?.total ?? 0) + sent.length,
        commands: [...sent, ...(before?.commands ?? [])],
      }));
      if (isVisible) void client.invalidateQueries({ queryKey: queryKeys.commands });
    },
    onError: (error) => toast(`The command could not be sent. ${messageOf(error)}`, 'error'),
  });
  const send = (command: CommandToSend) =>
    sending.mutateAsync(command).then(
      () => true,
      // Told by onError.
      () => false,
    );
  return { list: isPast ? [] : (data?.commands ?? []), isVisible, isSending: sending.isPending, send };
}
