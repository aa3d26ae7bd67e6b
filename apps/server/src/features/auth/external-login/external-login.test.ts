import type { auth } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OidcConfig } from '#config/config.ts';
import { systemCaller } from '#http/system-caller.ts';
import { CLIENT, LoginBrowser, startIdentityProvider } from '#testing/identity-provider.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { PortalClient } from '#testing/portal-client.ts';

const START = '/api/auth/oidc/login';
const CALLBACK = '/api/auth/oidc/callback';

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let portal: Portal;
let number = 0;

const settings = (): OidcConfig => ({
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  label: 'Log in with Example',
  newAccounts: true,
});

beforeAll(async () => {
  provider = await startIdentityProvider();
  portal = await startPortal({ config: { oidc: settings() } });
  provider.openFor(portal.url);
});
afterAll(async () => {
  await portal.close();
  await provider.close();
});
beforeEach(() => {
  delete provider.tampering.change;
});

/** Somebody of whom the provider knows this. */
function aPerson(claims: { email?: string; email_verified?: boolean; given_name?: string } = {}) {
  const subject = `subject-${++number}`;
  const email = `person${number}@example.com`;
  provider.people.set(subject, { email, email_verified: true, ...claims });
  return { subject, email: claims.email ?? email };
}

const backAtPortal = (url: URL) => url.origin === portal.url && url.pathname === CALLBACK;

async function logIn(subject: string, browser = new LoginBrowser(), start = START) {
  const page = await browser.logIn(`${portal.url}${start}`, subject);
  const client = new PortalClient(portal.url, subject, { cookie: browser.cookiesOf(portal.url), login: {} as never });
  const check = await client.get<auth.LoginReply>('/api/ef/auth/login');
  return {
    path: `${page.url.pathname}${page.url.search}`,
    client,
    login: check.status === 200 ? check.body : undefined,
  };
}

const journalOf = async (user: string) => {
  const admin = await portal.as('admin');
  const path = `/api/journal?user=${encodeURIComponent(user)}&limit=50`;
  const { body } = await admin.get<{ entries: { what: string }[] }>(path);
  return body.entries.map(({ what }) => what);
};

describe('logging in with an identity provider', () => {
  it('gives a new person an account without permissions, named as the provider vouches for', async () => {
    const { subject, email } = aPerson({ given_name: 'Ann' });
    const { path, login } = await logIn(subject);
    expect(path).toBe('/assets');
    expect(login?.auth.user).toMatchObject({
      username: email,
      adminId: 1,
      attributes: [{ attributeName: 'firstName', attributeValue: 'Ann' }],
    });
    expect(login?.permissions).toEqual([]);
    expect(await journalOf(email)).toEqual(
      expect.arrayContaining(['registered by the identity provider', 'logged in with the identity provider']),
    );
    const password = await portal.anonymous.get('/api/ef/auth/login', {
      Authorization: `Basic ${Buffer.from(`${email}:`).toString('base64')}`,
    });
    expect(password.status).toBe(403);
  });

  it('finds the account that an administrator made for the verified address, with its rights', async () => {
    const { subject, email } = aPerson();
    const username = email.toUpperCase();
    const { userId } = await portal.context.ownership.users.create(systemCaller, { username });
    const { login } = await logIn(subject);
    expect(login?.auth.user.userId).toBe(userId);
    expect(await journalOf(username)).toContain('account joined to the identity provider');
  });

  it('joins no account that somebody has: the login ends, and the password stays', async () => {
    const { subject, email } = aPerson();
    await portal.aUser({ username: email, permissions: [6] });
    const other = await portal.as(email);
    const { path, login } = await logIn(subject);
    expect([path, login]).toEqual(['/login?loginError=exists', undefined]);
    expect((await other.get('/api/ef/assets')).status).toBe(200);
    expect((await portal.newSession(email)).username).toBe(email);
  });

  it('joins no account that another person of the provider has', async () => {
    const first = aPerson();
    await logIn(first.subject);
    const second = aPerson({ email: first.email });
    expect((await logIn(second.subject)).path).toBe('/login?loginError=exists');
  });

  it.each(['admin', 'admin@', '@x', 'a,b', '<admin>', 'a@example.com, b@example.com', ' '])(
    'takes the claim %j for no address',
    async (email) => {
      const { subject } = aPerson({ email });
      const { path, login } = await logIn(subject);
      expect([path, login]).toEqual(['/login?loginError=unverified', undefined]);
      expect((await portal.newSession('admin')).username).toBe('admin');
    },
  );

  it('keeps to the person once they are known, whatever address they have later', async () => {
    const { subject, email } = aPerson();
    const first = await logIn(subject);
    const victim = `victim${number}@example.com`;
    await portal.aUser({ username: victim, permissions: [1] });
    provider.people.set(subject, { email: victim, email_verified: true });
    const second = await logIn(subject);
    expect(second.login?.auth.user).toMatchObject({ userId: first.login?.auth.user.userId, username: email });
    expect(second.login?.permissions).toEqual([]);
  });

  it('asks the person anew once the account was deleted', async () => {
    const { subject, email } = aPerson();
    const first = await logIn(subject);
    await portal.context.ownership.users.delete(systemCaller, first.login?.auth.user.userId as never);
    const second = await logIn(subject);
    expect(second.login?.auth.user.username).toBe(email);
    expect(second.login?.auth.user.userId).not.toBe(first.login?.auth.user.userId);
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['is said to be verified by a text', { email_verified: 'true' as unknown as boolean }],
    ['is nothing', { email: '' }],
  ])('takes no address that %s', async (_what, claims) => {
    const victim = `victim${++number}@example.com`;
    await portal.aUser({ username: victim, permissions: [1] });
    const { subject } = aPerson({ email: victim, email_verified: true, ...claims });
    const { path, login } = await logIn(subject);
    expect([path, login]).toEqual(['/login?loginError=unverified', undefined]);
  });

  it('begins at the provider with PKCE, state and nonce, and without the secret', async () => {
    const browser = new LoginBrowser();
    const { url } = await browser.visit(`${portal.url}${START}`, undefined, (next) => next.origin === provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${portal.url}${CALLBACK}`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(url.href).not.toContain(encodeURIComponent(CLIENT.secret));
    const begun = await fetch(`${portal.url}${START}`, { redirect: 'manual' });
    const [cookie = ''] = begun.headers.getSetCookie();
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/api/auth/oidc', 'Max-Age=600'])
      expect(cookie).toContain(flag);
    expect(decodeURIComponent(cookie)).not.toContain(url.searchParams.get('state'));
  });

  it.each([
    ['/assets?search=pump', '/assets?search=pump'],
    ['https://evil.example/', '/assets'],
    ['//evil.example/', '/assets'],
    ['/\\evil.example', '/assets'],
    ['/api/auth/logout', '/assets'],
    ['javascript:alert(1)', '/assets'],
  ])('asked to go to %s, goes to %s', async (next, expected) => {
    const { subject } = aPerson();
    const { path } = await logIn(subject, new LoginBrowser(), `${START}?next=${encodeURIComponent(next)}`);
    expect(path).toBe(expected);
  });
});

describe('somebody who is logged in', () => {
  /** A user with a password, in a browser of their own. */
  async function aMember() {
    const username = `member${++number}`;
    const { userId } = await portal.aUser({ username, permissions: [6] });
    return { userId, username, client: await portal.newSession(username) };
  }

  /** Begins at the portal, and goes through the provider as a subject. */
  async function go(client: PortalClient, path: string, subject: string, browser = new LoginBrowser()) {
    const begun = await client.post<{ address: string }>(path, { next: '/user-settings' });
    expect(begun.status).toBe(200);
    browser.take(portal.url, begun.headers.getSetCookie());
    const page = await browser.logIn(begun.body.address, subject);
    return `${page.url.pathname}${page.url.search}`;
  }
  const CONNECT = '/api/ef/auth/externallogin';
  const PROVE = '/api/ef/auth/proof/externallogin';

  it('connects the own account, keeps the password, and logs in both ways from then on', async () => {
    const { userId, username, client } = await aMember();
    const { subject } = aPerson();
    expect(await go(client, CONNECT, subject)).toBe('/user-settings');
    expect((await client.get(CONNECT)).body).toEqual({ label: 'Log in with Example', connected: true });
    expect((await logIn(subject)).login?.auth.user.userId).toBe(userId);
    expect((await portal.newSession(username)).login?.auth.user.userId).toBe(userId);
    expect(await journalOf(username)).toContain('account connected to the identity provider');
    expect((await client.delete(CONNECT)).body).toMatchObject({ connected: false });
    expect((await logIn(subject)).login?.auth.user.userId).not.toBe(userId);
  });

  it('does not connect a person who belongs to another account', async () => {
    const { subject } = aPerson();
    await logIn(subject);
    const { client } = await aMember();
    expect(await go(client, CONNECT, subject)).toBe('/user-settings?loginError=taken');
    expect((await client.get(CONNECT)).body).toMatchObject({ connected: false });
  });

  it('does not connect anything once the session has ended that asked for it', async () => {
    const { client } = await aMember();
    const { subject, email } = aPerson();
    const begun = await client.post<{ address: string }>(CONNECT, {});
    await client.get('/api/auth/logout');
    const browser = new LoginBrowser();
    browser.take(portal.url, begun.headers.getSetCookie());
    const page = await browser.logIn(begun.body.address, subject);
    expect(page.url.search).toBe('?loginError=expired');
    expect((await logIn(subject)).login?.auth.user.username).toBe(email);
  });

  it('proves anew at the provider who they are, by a login there, and as nobody else', async () => {
    const { subject } = aPerson();
    const { client } = await logIn(subject);
    portal.clock.advance(600_000);
    const make = () => client.post('/api/tokens', { name: 'script' });
    expect((await make()).status).toBe(403);
    expect((await client.get('/api/ef/auth/proof')).body).toMatchObject({ password: false, externalLogin: true });
    expect(await go(client, PROVE, aPerson().subject)).toBe('/user-settings?loginError=other');
    expect((await make()).status).toBe(403);
    const begun = await client.post<{ address: string }>(PROVE, {});
    expect(Object.fromEntries(new URL(begun.body.address).searchParams)).toMatchObject({ prompt: 'login' });
    expect(await go(client, PROVE, subject)).toBe('/user-settings');
    expect((await make()).status).toBe(200);
  });

  it('keeps the only way in', async () => {
    const { client } = await logIn(aPerson().subject);
    expect((await client.delete(CONNECT)).status).toBe(409);
  });
});

describe('an answer of the provider', () => {
  /** Everything but the last step. */
  async function almost(
    subject: string,
    browser = new LoginBrowser(),
  ): Promise<{ browser: LoginBrowser; answer: URL }> {
    const page = await browser.logIn(`${portal.url}${START}`, subject, backAtPortal);
    return { browser, answer: page.url };
  }
  const outcome = async (browser: LoginBrowser, address: string) => {
    const { url } = await browser.visit(address);
    return [`${url.pathname}${url.search}`, browser.cookiesOf(portal.url).includes('authJWT')];
  };

  it('is taken in the browser that began, and once', async () => {
    const { browser, answer } = await almost(aPerson().subject);
    const flow = browser.cookiesOf(portal.url);
    expect(await outcome(browser, answer.href)).toEqual(['/assets', true]);
    expect(browser.cookiesOf(portal.url)).not.toContain('oidcFlow');
    const again = await fetch(answer, { redirect: 'manual', headers: { Cookie: flow } });
    expect(again.headers.get('location')).toBe('/login?loginError=failed');
    expect(again.headers.getSetCookie().join()).not.toContain('authJWT');
  });

  it('is refused in another browser, in which nothing or something else was begun', async () => {
    const { answer } = await almost(aPerson().subject);
    expect(await outcome(new LoginBrowser(), answer.href)).toEqual(['/login?loginError=expired', false]);
    const other = new LoginBrowser();
    await other.visit(`${portal.url}${START}`, undefined, (next) => next.origin === provider.issuer);
    expect(await outcome(other, answer.href)).toEqual(['/login?loginError=failed', false]);
  });

  it('is refused after ten minutes', async () => {
    const { browser, answer } = await almost(aPerson().subject);
    portal.clock.advance(600_001);
    expect(await outcome(browser, answer.href)).toEqual(['/login?loginError=expired', false]);
  });

  it('that was made up is refused', async () => {
    const { browser, answer } = await almost(aPerson().subject);
    const state = answer.searchParams.get('state');
    const flow = browser.cookiesOf(portal.url);
    for (const query of ['', '?code=x', `?code=x&state=${state}`, `?state=${state}`, '?error=access_denied&state=x']) {
      const reply = await fetch(`${portal.url}${CALLBACK}${query}`, { redirect: 'manual', headers: { Cookie: flow } });
      expect([query, reply.headers.get('location')]).toEqual([query, '/login?loginError=failed']);
    }
    const forged = await fetch(answer, { redirect: 'manual', headers: { Cookie: 'oidcFlow=made-up' } });
    expect(forged.headers.get('location')).toBe('/login?loginError=expired');
  });

  it('that says no is told as such', async () => {
    const { browser, answer } = await almost(aPerson().subject);
    const address = new URL(`${portal.url}${CALLBACK}`);
    address.search = String(
      new URLSearchParams({
        error: 'access_denied',
        state: answer.searchParams.get('state') ?? '',
        iss: provider.issuer,
      }),
    );
    expect(await outcome(browser, address.href)).toEqual(['/login?loginError=cancelled', false]);
  });

  const rewritten = (change: (claims: Record<string, unknown>) => object) => (token: string) => {
    const [header, claims = '', signature] = token.split('.');
    const text = JSON.stringify(change(JSON.parse(Buffer.from(claims, 'base64url').toString())));
    return `${header}.${Buffer.from(text).toString('base64url')}.${signature}`;
  };
  it.each([
    ['names another person', rewritten((claims) => ({ ...claims, sub: 'subject-1' }))],
    ['answers another question', rewritten((claims) => ({ ...claims, nonce: 'x' }))],
    ['is for another portal', rewritten((claims) => ({ ...claims, aud: 'other' }))],
    ['has expired', rewritten((claims) => ({ ...claims, exp: 1 }))],
    [
      'is not signed',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['has another signature', (token: string) => `${token.slice(0, -10)}AAAAAAAAAA`],
  ])('whose ID token %s is refused', async (_what, change) => {
    const { browser, answer } = await almost(aPerson().subject);
    provider.tampering.change = change;
    expect(await outcome(browser, answer.href)).toEqual(['/login?loginError=failed', false]);
  });
});

describe('a portal', () => {
  it('without a provider has neither the calls nor the button', async () => {
    const plain = await startPortal();
    expect((await plain.anonymous.get(START)).status).toBe(404);
    expect((await plain.anonymous.get(CALLBACK)).status).toBe(404);
    expect((await plain.anonymous.get('/config/portal.json')).text).not.toContain('externalLogin');
    await plain.close();
    const { body } = await portal.anonymous.get('/config/portal.json');
    expect(body).toMatchObject({ externalLogin: { label: 'Log in with Example' } });
    expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
  });

  it('starts without its provider, says that it is away, and finds it once it is back', async () => {
    const late = await startIdentityProvider();
    const other = await startPortal({ config: { oidc: { ...settings(), issuer: late.issuer, newAccounts: false } } });
    const begin = async () => (await fetch(`${other.url}${START}`, { redirect: 'manual' })).headers.get('location');
    expect(await begin()).toMatch(/loginError=(unavailable|failed)$/);
    late.openFor(other.url);
    expect(await begin()).toContain(`${late.issuer}/auth?`);

    late.people.set('new', { email: 'new@example.com', email_verified: true });
    const { url } = await new LoginBrowser().logIn(`${other.url}${START}`, 'new');
    expect(url.search).toBe('?loginError=refused');
    expect(await other.context.users.findByName('new@example.com')).toBeUndefined();
    await late.close();
    const gone = await startPortal({ config: { oidc: { ...settings(), issuer: late.issuer } } });
    const reply = await fetch(`${gone.url}${START}`, { redirect: 'manual' });
    expect(reply.headers.get('location')).toBe('/login?loginError=unavailable');
    await gone.close();
    await other.close();
  });
});
