import type { ProjectionSeries } from '@telltale/domain/field/projection.ts';
import { z } from 'zod';
import type { FormValues } from '#ui/dynamic-form/form-field.ts';

/** A job that is being filled in. */
export interface JobDraft {
  /** The snubbing unit. */
  readonly assetId: number | null;
  readonly values: FormValues;
  readonly projection: readonly ProjectionSeries[];
  /** The file that the projection came from. */
  readonly filename: string;
}

export const EMPTY_DRAFT: JobDraft = { assetId: null, values: {}, projection: [], filename: '' };

/** What an older client kept is not taken for something else. */
const VERSION = 1;

const draftSchema = z.object({
  version: z.literal(VERSION),
  assetId: z.number().int().positive().nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  projection: z.array(z.object({ label: z.string(), pairs: z.array(z.tuple([z.number(), z.number()])) })),
  filename: z.string(),
});

const keyOf = (userId: number) => `telltale.job-draft.${userId}`;

/** The draft of a user in this browser; undefined: there is none that could be read. */
export function readDraft(userId: number): JobDraft | undefined {
  const text = localStorage.getItem(keyOf(userId));
  if (text === null) return undefined;
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Another program wrote there: it is no draft.
    return undefined;
  }
}

/** @returns whether it is kept; a browser may have no room or refuse to keep anything */
export function keepDraft(userId: number, draft: JobDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ version: VERSION, ...draft }));
    return true;
  } catch {
    // The form says that it is not kept.
    return false;
  }
}

export function dropDraft(userId: number): void {
  localStorage.removeItem(keyOf(userId));
}
