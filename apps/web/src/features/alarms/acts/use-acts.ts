import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AlarmDefinitionId, type AssetId, alarmLists, type ReplyOf } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import { outcomeText } from './outcome-text.ts';

type Line = alarmLists.ListedAlarm;

export interface ActRequest {
  act: alarmLists.AlarmAct;
  note?: string;
  until?: string;
}

/** What was done last, in words, and how it is taken back where it can be. */
export interface Done {
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

export interface Acts {
  readonly isBusy: boolean;
  readonly done: Done | undefined;
  forget: () => void;
  /** Resolves to whether the portal did it. */
  run: (request: ActRequest, lines: readonly Line[]) => Promise<boolean>;
}

function bodyOf({ act, note = '', until }: ActRequest, lines: readonly Line[]) {
  return {
    act,
    note,
    ...(until === undefined ? {} : { until }),
    alarms: lines.map(({ assetId, alarmDefinitionId, raised, shelved }) => ({
      assetId: assetId as AssetId,
      alarmDefinitionId: alarmDefinitionId as AlarmDefinitionId,
      raised,
      isShelved: shelved !== null,
    })),
  };
}

/** Does things with alarms and says what came of it. */
export function useActs(): Acts {
  const records = useQueryClient();
  const [done, setDone] = useState<Done>();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) => callApi(alarmLists.actOnAlarms, { body }),
    onSettled: () => records.invalidateQueries({ queryKey: queryKeys.alarmLists }),
  });

  const run = async (request: ActRequest, lines: readonly Line[]): Promise<boolean> => {
    for (let first = 0; first < lines.length; first += alarmLists.MAX_ALARMS_OF_ACT) {
      const some = lines.slice(first, first + alarmLists.MAX_ALARMS_OF_ACT);
      try {
        const outcomes = await mutateAsync(bodyOf(request, some));
        for (const assetId of new Set(some.map((line) => line.assetId))) {
          void records.invalidateQueries({ queryKey: queryKeys.alarmTransitions(assetId) });
        }
        setDone({ text: outcomeText(request.act, outcomes, some), undo: undoOf(request, some, outcomes, run) });
      } catch (error) {
        toast(`Not done. ${messageOf(error)}`, 'error');
        return false;
      }
    }
    return true;
  };
  return { isBusy: isPending, done, forget: () => setDone(undefined), run };
}

/** Shelving is taken back by bringing back; nothing else can be. */
function undoOf(
  { act }: ActRequest,
  lines: readonly Line[],
  outcomes: ReplyOf<typeof alarmLists.actOnAlarms>,
  run: Acts['run'],
): (() => void) | undefined {
  const shelved = lines.filter((line, i) => outcomes[i]?.outcome === 'done' && line.shelved === null);
  if (act !== 'shelve' || shelved.length === 0) return undefined;
  return () => void run({ act: 'unshelve' }, shelved);
}
