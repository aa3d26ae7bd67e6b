import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useCallback } from 'react';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMay } from '../portal/use-may.ts';
import { useAttributes } from './use-attributes.ts';

export interface CompletedActivities {
  /** The same function until an attribute of the asset has changed. */
  readonly has: (activity: number) => boolean;
  /** Marks activities as complete, or takes the mark away. */
  mark(activities: readonly number[], isComplete: boolean): void;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  /** Why a mark cannot be set, or taken away; undefined: it can. */
  obstacle(isComplete: boolean): string | undefined;
}

/** `activity-complete-{activity}` with value 1 marks an activity of the job as complete (spec 1 §4). */
const nameOf = (activity: number) => `activity-complete-${activity}`;

/** Which activities of the dashboard's asset are complete. @param nameOfActivity reads marks by name too (spec 3 §14) */
export function useMarkComplete(nameOfActivity: (activity: number) => string): CompletedActivities {
  const { asset } = useDashboardScope();
  const { assetId } = asset;
  const attributes = useAttributes();
  const queryClient = useQueryClient();
  const maySet = useMay('Attributes', 'Create');
  const mayDelete = useMay('Attributes', 'Delete');
  const markOf = (name: string) => attributes.get(name)?.trim();
  const namesOf = useCallback(
    (activity: number) => [nameOf(activity), `activity-complete-${nameOfActivity(activity)}`],
    [nameOfActivity],
  );
  const has = useCallback(
    (activity: number) => namesOf(activity).some((name) => attributes.get(name)?.trim() === '1'),
    [attributes, namesOf],
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ activities, isComplete }: { activities: readonly number[]; isComplete: boolean }) => {
      for (const activity of activities) {
        if (isComplete) {
          // One that is marked stays: writing it anew would take the right to change attributes beside that to create them.
          if (has(activity)) continue;
          const body = { attributeName: nameOf(activity), attributeValue: '1' };
          await callApi(assets.createAttribute, { params: { assetId }, body });
          continue;
        }
        for (const attributeName of namesOf(activity).filter((name) => markOf(name) !== undefined)) {
          await callApi(assets.deleteAttribute, { params: { assetId, attributeName } });
        }
      }
    },
    // Some of several may have been done.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.assets }),
  });
  return {
    has,
    mark: (activities, isComplete) => mutate({ activities, isComplete }),
    isSaving: isPending,
    problem: error?.message,
    obstacle: (isComplete) =>
      (isComplete ? maySet : mayDelete) ? undefined : 'You are missing the permission to change attributes.',
  };
}
