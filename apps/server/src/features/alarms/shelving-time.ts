import type { EpochMs } from '@telltale/contract';
import { badRequest } from '#http/errors.ts';

/** An alarm may be put aside for a year at most. */
const MAX_SHELVING_MS = 366 * 86_400_000;

/** @throws HttpError 400 for a time that is past or more than a year ahead */
export function refuseShelvingUntil(untilMs: EpochMs, nowMs: EpochMs): void {
  if (untilMs <= nowMs) throw badRequest('until must lie ahead.', { field: 'until' });
  if (untilMs > nowMs + MAX_SHELVING_MS) throw badRequest('until must lie within a year.', { field: 'until' });
}
