import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';

export interface RecordedCall {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

/** Answers the calls of a tile; what is not answered gets what every page asks for. Gives the calls as they come. */
export function recordCalls(
  answer: (call: RecordedCall) => Response | Promise<Response> | undefined,
): readonly RecordedCall[] {
  const asked: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : String(address), 'http://portal');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? 'GET', url, body };
    asked.push(call);
    return answer(call) ?? Response.json({ host: 'telltale' });
  });
  return asked;
}

/** Before each test of a file somebody with these permissions is logged in, at this time; afterwards nothing is left. */
export function asUserAt(nowMs: number | undefined, permissions: readonly number[]): void {
  beforeEach(() => {
    if (nowMs !== undefined) vi.spyOn(Date, 'now').mockReturnValue(nowMs);
    useSessionStore.setState({ state: 'valid', permissions: new Set(permissions) });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    useSessionStore.setState(useSessionStore.getInitialState());
  });
}
