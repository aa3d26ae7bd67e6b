import type { DetailedError } from 'tus-js-client';

type Failure = Error | DetailedError;

/** What stands between browser and portal answers in its place. */
const OF_PROXIES = [502, 503, 504];
const NO_SESSION = 401;

/** The portal was asked how far an upload came, and answered something else. */
export class NotTold extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The portal answered ${status}.`);
    this.status = status;
  }
}

/**
 * Whether an answer to the question how far an upload came is one: how far, that there is none, or that somebody else is at
 * it. The library takes every other one for an upload that is lost, too, and begins anew: a portal that is starting, a
 * session that ended.
 */
export function tellsHowFar(status: number): boolean {
  return status < 400 || [404, 410, 423].includes(status);
}

/** A request was made, and not the portal has answered. */
export function isUnanswered(error: Failure): boolean {
  if (!('originalRequest' in error) || error.originalRequest === null) return false;
  const status = statusOf(error);
  const isNotTold = error.causingError instanceof NotTold;
  return (
    status === 0 || (OF_PROXIES.includes(status) && refusalOf(error) === undefined) || (isNotTold && isBusy(status))
  );
}

/** Refused by the portal for a reason that may pass: it is busy, or another window sends the same. */
export function mayGoAway(error: Failure): boolean {
  const status = statusOf(error);
  return status >= 500 || status === 409 || status === 423;
}

/** The session that it was begun in is over. */
export function wantsLogin(error: Failure): boolean {
  return statusOf(error) === NO_SESSION;
}

/** Why it ended, for people. */
export function reasonOf(error: Failure): string {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  if (statusOf(error) === 403) return 'You may not upload files any more.';
  return statusOf(error) > 0 ? 'The portal refused it.' : `It could not be sent: ${error.message}`;
}

const isBusy = (status: number) => status >= 500 || status === 429;

/** 0: nothing answered. */
function statusOf(error: Failure): number {
  if (!('originalResponse' in error)) return 0;
  if (error.causingError instanceof NotTold) return error.causingError.status;
  return error.originalResponse?.getStatus() ?? 0;
}

/** The portal's own words. */
function refusalOf(error: Failure): string | undefined {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  try {
    const { error: refusal } = JSON.parse(body ?? '') as { error?: { message?: unknown } };
    return typeof refusal?.message === 'string' ? refusal.message : undefined;
  } catch {
    // Not of the portal, but of something between.
    return undefined;
  }
}
