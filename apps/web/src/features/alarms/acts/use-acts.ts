import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AlarmDefinitionId, type AssetId, alarmLists } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import type { ActRequest } from '#ui/alarms/act-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { type Outcomes, outcomeText } from './outcome-text.ts';
import { type Undo, undoOf } from './undo.ts';

type Line = alarmLists.ListedAlarm;

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
    const outcomes: Outcomes = [];
    // What was done before something failed was done, and can be taken back.
    const tell = () => {
      if (outcomes.length === 0) return;
      const acted = lines.slice(0, outcomes.length);
      for (const assetId of new Set(acted.map((line) => line.assetId))) {
        void records.invalidateQueries({ queryKey: queryKeys.alarmTransitions(assetId) });
      }
      const undos = undoOf(request, acted, outcomes);
      const undo = undos.length === 0 ? undefined : () => void inTurn(undos);
      setDone({ text: outcomeText(request.act, outcomes, acted), undo });
    };
    try {
      while (outcomes.length < lines.length) {
        const some = lines.slice(outcomes.length, outcomes.length + alarmLists.MAX_ALARMS_OF_ACT);
        outcomes.push(...(await mutateAsync(bodyOf(request, some))));
      }
      tell();
      return true;
    } catch (error) {
      tell();
      toast(`Not done. ${messageOf(error)}`, 'error');
      return false;
    }
  };
  const inTurn = async (undos: readonly Undo[]) => {
    for (const { request, lines } of undos) if (!(await run(request, lines))) return;
  };
  return { isBusy: isPending, done, forget: () => setDone(undefined), run };
}
