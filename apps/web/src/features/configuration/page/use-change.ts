import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';

export interface Change<Reply> {
  /** Asked first, as of something that cannot be undone. Without a yes nothing happens. */
  ask?: { title: string; message: string; confirmLabel: string };
  /** What to say when it went well; nothing by default. */
  said?: string;
  /** What is loaded again, whatever came of it: what went through before a failure shows, too. */
  reload: readonly QueryKey[];
  make: () => Promise<Reply>;
}

/** Makes changes: busy meanwhile, what changed is loaded again, and a refusal is shown with the portal's words. */
export function useChange() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const change = useCallback(
    async <Reply>({ ask, said, reload, make }: Change<Reply>): Promise<Reply | undefined> => {
      if (ask !== undefined && !(await confirm({ ...ask, isDestructive: true }))) return undefined;
      setBusy(true);
      setProblem(undefined);
      try {
        const reply = await make();
        if (said !== undefined) toast(said);
        return reply;
      } catch (error) {
        setProblem(messageOf(error));
        return undefined;
      } finally {
        await Promise.all(reload.map((queryKey) => client.invalidateQueries({ queryKey })));
        setBusy(false);
      }
    },
    [client],
  );
  return { change, isBusy, problem, clearProblem: () => setProblem(undefined) };
}
