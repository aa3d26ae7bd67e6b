import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';

/**
 * A list of the user's own that is saved as soon as it changes: shown as it was asked for meanwhile, and as it was before
 * when the portal refuses.
 */
export function useOwnList<T>(stored: readonly T[], save: (list: readonly T[]) => Promise<void>) {
  const [asked, setAsked] = useState<readonly T[]>();
  const put = async (list: readonly T[]): Promise<string | undefined> => {
    setAsked(list);
    const refusal = await refusalOf(save(list));
    setAsked((now) => (now === list ? undefined : now));
    return refusal;
  };
  return {
    list: asked ?? stored,
    /** Answers why it was not saved. */
    put,
    /** Says why it was not saved. */
    set: async (list: readonly T[]) => {
      const refusal = await put(list);
      if (refusal !== undefined) toast(`This was not saved. ${refusal}`, 'error');
    },
  };
}
