import type { auth } from '@telltale/contract';

/** An answer with its body read; JSON is parsed. */
export interface TestReply<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** Calls a portal over HTTP as its web client does; without a cookie it is anonymous. */
export class PortalClient {
  readonly url: string;
  readonly username: string;
  /** The Cookie header; undefined for anonymous. */
  readonly cookie: string | undefined;
  /** The answer to the login; undefined for anonymous. */
  readonly login: auth.LoginReply | undefined;
  /** Which node is asked next, where there are several. */
  readonly #turns: (() => string | Promise<string>) | undefined;

  constructor(
    url: string,
    username: string,
    session: { cookie?: string; login?: auth.LoginReply; turns?: (() => string | Promise<string>) | undefined } = {},
  ) {
    this.url = url;
    this.username = username;
    this.cookie = session.cookie;
    this.login = session.login;
    this.#turns = session.turns;
  }

  /** The same session at a portal that was started again, on another port. */
  at(url: string): PortalClient {
    if (this.cookie === undefined || this.login === undefined) return new PortalClient(url, this.username);
    return new PortalClient(url, this.username, { cookie: this.cookie, login: this.login });
  }

  async send<Body = unknown>(path: string, request: TestRequest = {}): Promise<TestReply<Body>> {
    const { method = 'GET', headers = {}, body } = request;
    const answer = await fetch(`${(await this.#turns?.()) ?? this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'X-Requested-With': 'Telltale',
        ...(this.cookie === undefined ? {} : { Cookie: this.cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<TestReply<Body>> {
    return this.send(path, { headers });
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<TestReply<Body>> {
    return this.send(path, { method: 'POST', body });
  }

  put<Body = unknown>(path: string, body?: unknown): Promise<TestReply<Body>> {
    return this.send(path, { method: 'PUT', body });
  }

  delete<Body = unknown>(path: string, body?: unknown): Promise<TestReply<Body>> {
    return this.send(path, { method: 'DELETE', body });
  }
}

export function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Logs in; throws when that is refused. */
export async function logIn(
  url: string,
  username: string,
  password: string,
  turns?: () => string | Promise<string>,
): Promise<PortalClient> {
  const anonymous = new PortalClient(url, 'anonymous', { turns });
  const reply = await anonymous.get<auth.LoginReply>('/api/ef/auth/login', {
    Authorization: basicHeader(username, password),
  });
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
  if (reply.status !== 200 || cookie === undefined)
    throw new Error(`login of ${username}: ${reply.status} ${reply.text}`);
  return new PortalClient(url, username, { cookie, login: reply.body, turns });
}
