import { accounts, auth } from '@telltale/contract';
import { ApiError } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { BROKER_TOKEN_KEY, beginSession, endSession, useSessionStore } from './session-store.ts';

/** Spelt so in the specification (spec 3 §10). */
const UNKNOWN_LOGIN_ERROR = 'Uknown error while logging in.';
const UNKNOWN_RESET_ERROR = 'Unknown error while resetting password.';

/**
 * Asks the portal whether the cookie still holds a session. Texts of spec 2 §8; a first visit shows none of them. A
 * session that is open here stays so while the portal cannot be reached: a gap in the network is no reason to log in.
 */
export async function checkSession(): Promise<void> {
  const hadSession = localStorage.getItem(BROKER_TOKEN_KEY) !== null;
  try {
    beginSession(await callApi(auth.login));
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.status > 0;
    if (!isAnswered && useSessionStore.getState().state === 'valid') return;
    const notice = isAnswered ? 'Login has expired.' : 'Login invalid or expired.';
    endSession(hadSession || !isAnswered ? notice : undefined);
  }
}

/** Logs in. Answers undefined, or the text to show when it failed (spec 2 §8: 403 carries the server's own). */
export async function logIn(username: string, password: string): Promise<string | undefined> {
  try {
    const headers = { Authorization: `Basic ${encodeBase64(`${username}:${password}`)}` };
    beginSession(await callApi(auth.login, { headers }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403 || error.status === 0) return error.message;
    return UNKNOWN_LOGIN_ERROR;
  }
}

/**
 * Sets the password that a reset link is for, and logs in. Answers undefined, `expired`, or the text of what is wrong
 * with the password.
 */
export async function setPassword(changeId: string, username: string, password: string) {
  try {
    const headers = { Authorization: `Basic ${encodeBase64(`${username}:${password}`)}` };
    beginSession(await callApi(accounts.submitPassword, { params: { changeId }, headers }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) return 'expired' as const;
    return { message: error.status === 400 || error.status === 0 ? error.message : UNKNOWN_RESET_ERROR };
  }
}

/** Asks for a reset link. Answers undefined, or the text to show when that failed (spec 2 §8). */
export async function requestReset(username: string): Promise<string | undefined> {
  try {
    await callApi(accounts.requestReset, { params: { username } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return UNKNOWN_RESET_ERROR;
  }
}

/** Logs out here and on the portal. A portal that cannot be reached leaves the session open there: say so. */
export async function logOut(): Promise<void> {
  try {
    await callApi(auth.logout);
  } catch (error) {
    const isOverAlready = error instanceof ApiError && error.status === 401;
    if (!isOverAlready) throw error;
  }
  endSession('You have been logged out.');
}

/** Base64 of UTF-8, so that a password may hold any character. */
function encodeBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** Follows the other tabs of this browser: when one logs out, the others do. Answers the function that stops it. */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === BROKER_TOKEN_KEY && event.newValue === null) endSession('You have been logged out.');
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
