import type { EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { OutgoingRequest } from './outgoing-call.ts';

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
  /** The header Retry-After, as it came. */
  readonly retryAfter?: string | undefined;
}

/** An answer, and until when the address asked to be left alone, if it did. */
export interface PatientAnswer extends PostAnswer {
  readonly notBeforeMs?: EpochMs | undefined;
}

/** The address asked not to be called before a time that has not come. */
export class AskedToWaitError extends Error {
  override readonly name = 'AskedToWaitError';
  readonly untilMs: EpochMs;

  constructor(untilMs: EpochMs) {
    super('It asked to be left alone for a while.');
    this.untilMs = untilMs;
  }
}

/** Too many requests, and not now. */
const BUSY: readonly number[] = [429, 503];
/** Whoever asks for more is asked again after this: an alarm is not kept from people for longer. */
export const LONGEST_PATIENCE_MS = 3_600_000;

/**
 * Posts that heed what an address says by Retry-After: nothing more is sent there until then, whatever it is about.
 * What is held is forgotten with the process; the first answer after a start says it again.
 */
export function patientPost(
  post: (request: OutgoingRequest) => Promise<PostAnswer>,
  clock: Clock,
): (request: OutgoingRequest) => Promise<PatientAnswer> {
  const waits = new Map<string, EpochMs>();
  return async (request) => {
    const untilMs = waits.get(request.url);
    if (untilMs !== undefined && clock.now() < untilMs) throw new AskedToWaitError(untilMs);
    const answer = await post(request);
    const nowMs = clock.now();
    const waitMs = BUSY.includes(answer.status) ? retryAfterMs(answer.retryAfter, nowMs) : undefined;
    for (const [url, endMs] of waits) if (endMs <= nowMs || url === request.url) waits.delete(url);
    if (waitMs === undefined) return answer;
    const notBeforeMs = nowMs + Math.min(waitMs, LONGEST_PATIENCE_MS);
    waits.set(request.url, notBeforeMs);
    return { ...answer, notBeforeMs };
  };
}

/** How long from now on Retry-After asks to wait, as seconds or as a date (RFC 9110); undefined: it does not say. */
export function retryAfterMs(header: string | undefined, nowMs: EpochMs): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const atMs = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
