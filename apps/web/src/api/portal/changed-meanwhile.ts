import type { z } from 'zod';
import { ApiError } from '#api/api-error.ts';

/** What stands there now, of a refusal because somebody else has changed it meanwhile; undefined for any other failure. */
export function theirsOf<Value>(error: unknown, schema: z.ZodType<Value>): Value | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return schema.safeParse(error.details).data;
}
