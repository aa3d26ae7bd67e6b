/** Calls of a portal as one of its users, for scripts that set up what they show. */
export interface PortalClient {
  call<T>(path: string, method?: string, body?: unknown): Promise<T>;
}

/** Logs in as a user does; throws what the portal answered where it refuses. */
export async function openPortal(base: string, username: string, password: string): Promise<PortalClient> {
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const login = await fetch(`${base}/api/ef/auth/login`, {
    headers: { Authorization: basic, 'X-Requested-With': 'Telltale' },
  });
  if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  return {
    async call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
      const reply = await fetch(`${base}${path}`, {
        method,
        headers: { Cookie: cookie, 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
}
