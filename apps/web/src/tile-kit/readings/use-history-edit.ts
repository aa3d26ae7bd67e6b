import { useMutation } from '@tanstack/react-query';
import { history } from '@telltale/contract';
import { unchangedMessageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { useIsPast } from '../dashboard-time.ts';
import { useMay } from '../portal/use-may.ts';

/** A range of one series that shall have one value. */
export interface RangeEdit {
  assetId: number;
  dataItemId: number;
  fromMs: number;
  toMs: number;
  newValue: number;
}

export interface HistoryEdit {
  /** Why nothing can be changed now; undefined: it can. */
  obstacle: string | undefined;
  isSending: boolean;
  /** Answers how many points were changed, or the reason for none. The portal's journal keeps what was there before. */
  send: (edit: RangeEdit) => Promise<{ changed: number } | { problem: string }>;
}

/** Changes stored history, as far as the user may and only while the dashboard is live. */
export function useHistoryEdit(): HistoryEdit {
  const may = useMay('HistoricalDataItems', 'Modify');
  const isPast = useIsPast();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ assetId, dataItemId, fromMs, toMs, newValue }: RangeEdit) =>
      callApi(history.updateHistory, {
        body: [
          {
            assetId,
            dataItemId,
            startDate: new Date(fromMs).toISOString(),
            endDate: new Date(toMs).toISOString(),
            newValue,
          },
        ],
      }),
  });
  return {
    obstacle: obstacleOf(may, isPast),
    isSending: isPending,
    send: async (edit) => {
      try {
        const [done] = await mutateAsync(edit);
        return { changed: done?.changed ?? 0 };
      } catch (error) {
        return { problem: unchangedMessageOf(error) };
      }
    },
  };
}

function obstacleOf(may: boolean, isPast: boolean): string | undefined {
  if (!may) return 'You are missing the permission to change history.';
  return isPast ? 'Points can be changed while the dashboard is live, not in the past.' : undefined;
}
