import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Person {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export const CLIENT = { id: 'telltale', secret: 'a secret that the provider knows' };

/** A real OpenID Connect provider on a port of its own; its people log in with their subject and any password. */
export async function startIdentityProvider() {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const tampering: { change?: (idToken: string) => string } = {};
  return {
    issuer,
    people,
    /** Lets a test change ID tokens on their way, as somebody between the two would. */
    tampering,
    /** Opens it for the portal, whose address is known only once it listens. */
    openFor(portalUrl: string): void {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${portalUrl}/api/auth/oidc/callback`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, ...people.get(id) }),
        }),
        pkce: { required: () => true },
      });
      provider.use(async (context, next) => {
        await next();
        const body = context.body as { id_token?: string } | undefined;
        if (context.path === '/token' && body?.id_token !== undefined && tampering.change) {
          body.id_token = tampering.change(body.id_token);
        }
      });
      answer = provider.callback();
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A browser as far as a login needs one: it keeps cookies and follows redirects. */
export class LoginBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Every address it was led to, in order. */
  readonly visited: string[] = [];

  /** Goes to an address, and on until something is shown or `until` says to stop before the next. */
  async visit(address: string, form?: Record<string, string>, until: (next: URL) => boolean = () => false) {
    let url = new URL(address);
    let body = form && new URLSearchParams(form);
    for (let hop = 0; hop < 20; hop++) {
      this.visited.push(url.href);
      const answer = await fetch(url, {
        redirect: 'manual',
        method: body ? 'POST' : 'GET',
        headers: { Cookie: this.cookiesOf(url.origin) },
        ...(body ? { body } : {}),
      });
      this.#keep(url.origin, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) return { url, status: answer.status, text: await answer.text() };
      await answer.body?.cancel();
      url = new URL(location, url);
      body = undefined;
      if (until(url)) return { url, status: 0, text: '' };
    }
    throw new Error(`${address} leads in circles.`);
  }

  /** Logs in at the provider's own pages as a subject, and agrees to what the portal asks for. */
  async logIn(start: string, subject: string, until?: (next: URL) => boolean) {
    let page = await this.visit(start, undefined, until);
    for (let step = 0; step < 3 && page.url.pathname.startsWith('/interaction/'); step++) {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
      page = await this.visit(new URL(action, page.url).href, { prompt, login: subject, password: 'any' }, until);
    }
    return page;
  }

  cookiesOf(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps cookies that came with an answer to somebody else's request: the page that it has open made it. */
  take(origin: string, cookies: readonly string[]): void {
    this.#keep(origin, cookies);
  }

  #keep(origin: string, cookies: readonly string[]): void {
    const kept = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, kept);
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    }
  }
}
