import { z } from 'zod';

const draftSchema = z.object({
  config: z.string(),
  /** The version that was changed: what others saved since is merged in when the draft is saved. */
  version: z.number(),
});

/** Changes that were not saved: they outlive a reload and a crash in this browser. */
export type Draft = z.infer<typeof draftSchema>;

/** Whose draft of which dashboard: people who share a browser do not find each other's. */
export interface DraftKey {
  readonly userId: number;
  readonly dashboardId: number;
}

const keyOf = ({ userId, dashboardId }: DraftKey) => `draft.dashboard.${userId}.${dashboardId}`;

export function readDraft(key: DraftKey): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(key));
    return text === null ? undefined : draftSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // written by another version of the portal, or by hand
  }
}

/** Keeps a draft; answers whether the browser took it. One whose storage is full keeps none. */
export function keepDraft(key: DraftKey, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(key), JSON.stringify(draft));
    return true;
  } catch {
    // An older draft would bring back changes that were since undone.
    dropDraft(key);
    return false;
  }
}

export function dropDraft(key: DraftKey): void {
  localStorage.removeItem(keyOf(key));
}

/** Whether the browser's storage keeps that draft under a name; null stands for all names at once. */
export function isDraftOf(storageKey: string | null, key: DraftKey): boolean {
  return storageKey === null || storageKey === keyOf(key);
}
