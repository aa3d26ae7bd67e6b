import { create } from 'zustand';

/** A flood, with the worst severity that it had. */
export interface HeardFlood {
  readonly floodId: number;
  readonly severity: number;
}

/** The flood whose banner the user closed: it comes back when it becomes more severe. */
export const useSeenFlood = create<{ flood: HeardFlood | undefined }>()(() => ({ flood: undefined }));
