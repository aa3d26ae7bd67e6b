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

/** Why a login failed, in words to show. */
export interface LoginFailure {
  message: string;
  /** The password was right: what is missing or wrong is the code of the second factor. */
  wantsCode: boolean;
}

/**
 * Logs in. Answers undefined, or why it failed (spec 2 §8: 403 carries the server's own text).
 * @param code of the authenticator app, or a recovery code, once the portal has asked for it
 */
export async function logIn(username: string, password: string, code?: string): Promise<LoginFailure | undefined> {
  try {
    beginSession(await callApi(auth.login, { headers: credentials(username, password, code) }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isExplained = error.status === 403 || error.status === 0;
    return { message: isExplained ? error.message : UNKNOWN_LOGIN_ERROR, wantsCode: wantsCode(error) };
  }
}

function credentials(username: string, password: string, code: string | undefined): Record<string, string> {
  const authorization = { Authorization: `Basic ${encodeBase64(`${username}:${password}`)}` };
  // A header takes no letters beyond Latin-1, and no code has any.
  const given = code?.replaceAll(/[^ -~]/g, '').trim() ?? '';
  return given === '' ? authorization : { ...authorization, [auth.SECOND_FACTOR_HEADER]: given };
}

const wantsCode = ({ code }: ApiError) => code === auth.SECOND_FACTOR_NEEDED || code === auth.SECOND_FACTOR_WRONG;

/**
 * Sets the password that a reset link is for, and logs in. Answers undefined, `expired`, or the text of what is wrong
 * with the password or the code.
 * @param code of the second factor, once the portal has asked for it
 */
export async function setPassword(changeId: string, username: string, password: string, code?: string) {
  try {
    const headers = credentials(username, password, code);
    beginSession(await callApi(accounts.submitPassword, { params: { changeId }, headers }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (wantsCode(error)) return { message: error.message, wantsCode: true };
    if (error.status === 403) return 'expired' as const;
    const isExplained = error.status === 400 || error.status === 0;
    return { message: isExplained ? error.message : UNKNOWN_RESET_ERROR, wantsCode: false };
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

const LOGGED_OUT = 'You have been logged out.';

/** Logs out here and on the portal. A portal that cannot be reached leaves the session open there: say so. */
export async function logOut(): Promise<void> {
  try {
    await callApi(auth.logout);
  } catch (error) {
    const isOverAlready = error instanceof ApiError && error.status === 401;
    if (!isOverAlready) throw error;
  }
  endSession(LOGGED_OUT);
  // A call that was under way may have been refused first, and taken that for an end that nobody asked for.
  useSessionStore.setState({ notice: LOGGED_OUT });
}

/** Base64 of UTF-8, so that a password may hold any character. */
function encodeBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/**
 * Follows the other tabs of this browser: when one logs out or in, the others do. Answers the function that stops it.
 */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== BROKER_TOKEN_KEY) return;
    if (event.newValue === null) endSession(LOGGED_OUT);
    else if (useSessionStore.getState().state === 'invalid') void checkSession();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
