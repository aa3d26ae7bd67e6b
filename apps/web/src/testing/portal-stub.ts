import { ADMIN_MODIFY, type assets, type auth, type Call } from '@telltale/contract';
import { vi } from 'vitest';

/** One request as the portal would see it. */
export interface StubRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: unknown;
}

/** A live hub that never answers; tests of live data put `TestingHub` in its place. */
class SilentSocket {
  readonly OPEN = 1;
  readonly readyState = 0;
  send = () => undefined;
  close = () => undefined;
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; isNever?: boolean };

/**
 * Stands in for the portal behind `fetch`: answers by method and path, 404 for the rest, and keeps what was asked.
 * Paths with parameters are given as the browser asks for them.
 */
export class PortalStub {
  readonly requests: StubRequest[] = [];
  readonly #answers = new Map<string, (request: StubRequest) => Answer>();

  constructor() {
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => this.#answer(input, init));
    vi.stubGlobal('WebSocket', SilentSocket);
  }

  /** Sets the answer to a call, or to `GET /config/x.json` given as text. */
  on(
    call: Pick<Call, 'method' | 'path'> | `${'GET' | 'DELETE'} ${string}`,
    answer: Answer | ((request: StubRequest) => Answer),
  ): this {
    const key = typeof call === 'string' ? call : `${call.method} ${call.path}`;
    this.#answers.set(key.toLowerCase(), typeof answer === 'function' ? answer : () => answer);
    return this;
  }

  async #answer(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, 'http://portal.test');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { url, method, headers: new Headers(init.headers), body };
    this.requests.push(request);
    const answer = this.#answers.get(`${method} ${url.pathname}`.toLowerCase());
    const { status = 200, body: reply, headers, isNever = false } = answer?.(request) ?? notFound;
    if (isNever) return abortOf(init.signal);
    const isText = typeof reply === 'string';
    return new Response(status === 304 || reply === undefined ? null : isText ? reply : JSON.stringify(reply), {
      status,
      headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
    });
  }
}

/** What a request that nobody answers comes to: the end that its sender makes of it. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const notFound: Answer = { status: 404, body: { error: { code: 'not-found', message: 'Not found.' } } };

/** What a login answers; the administrator unless other permissions are given. */
export function aLogin(permissionIds: readonly number[] = [ADMIN_MODIFY], username = 'ada'): auth.LoginReply {
  return {
    auth: { authId: `auth-${username}`, user: { userId: 1, username, adminId: 1, attributes: [] } },
    permissions: permissionIds.map((permissionId) => ({ permissionId })),
    brokerToken: `broker-${username}`,
  } as unknown as auth.LoginReply;
}

let lastAssetId = 0;

/** An asset as the list answers it; what differs is given. */
export function anAsset(
  differences: { alias?: string; serialNumber?: string; definition?: string; definitionId?: number } & {
    connected?: boolean;
    lastcontact?: string | null;
  } = {},
): assets.Asset {
  lastAssetId += 1;
  const { alias = `Asset ${lastAssetId}`, serialNumber = `SN-${lastAssetId}`, connected = true } = differences;
  const { definition = 'Pump station', definitionId = 1, lastcontact = '2026-11-20T12:00:00Z' } = differences;
  return {
    assetId: lastAssetId,
    assetAlias: alias,
    serialNumber,
    description: '',
    assetDefinitionId: definitionId,
    assetDefinition: { assetDefinitionId: definitionId, assetDefinitionName: definition, alias: '' },
    currentCoordinates: null,
    attributes: [],
    alarms2: [],
    connection: { connected, lastcontact, pingrate: 60_000 },
  } as unknown as assets.Asset;
}
