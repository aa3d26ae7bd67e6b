import { z } from 'zod';

const draftSchema = z.object({
  config: z.string(),
  /** The version that was changed: a save over a newer one must be told as a conflict. */
  version: z.number(),
});

/** Changes that were not saved: they outlive a reload and a crash in this browser. */
export type Draft = z.infer<typeof draftSchema>;

const keyOf = (dashboardId: number) => `draft.dashboard.${dashboardId}`;

export function readDraft(dashboardId: number): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(dashboardId));
    return text === null ? undefined : draftSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a draft. A browser whose storage is full keeps none; the changes themselves are on screen. */
export function keepDraft(dashboardId: number, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(dashboardId), JSON.stringify(draft));
  } catch {
    localStorage.removeItem(keyOf(dashboardId));
  }
}

export function dropDraft(dashboardId: number): void {
  localStorage.removeItem(keyOf(dashboardId));
}
