import { webcrypto } from 'node:crypto';
import { type AlertBrowserId, alertBrowsers, auth } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const ENDPOINT = 'https://push.test/this';
/** SHA-256 of it, as the portal writes it. */
const MARK = 'BT0RR8yErcOkU8NYt3W_K9L7AjY94AV2OfhdnjplfJo';
const KEY = [4, ...Array.from({ length: 64 }, (_, n) => n)];
const PUBLIC_KEY = btoa(String.fromCharCode(...KEY))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');

const phone: alertBrowsers.AlertBrowser = {
  browserId: 1 as AlertBrowserId,
  mark: 'of the phone',
  userAgent: 'Chrome/150 Android',
  service: 'push.test',
  created: '2026-11-20T08:00:00Z',
  lastUsed: '2026-11-22T08:00:00Z',
};
const here: alertBrowsers.AlertBrowser = {
  ...phone,
  browserId: 2 as AlertBrowserId,
  mark: MARK,
  userAgent: 'Firefox/150 Windows',
  lastUsed: null,
};

/** Stands in for the push service behind the browser: what it agreed to, and what was asked of it. */
class StubbedBrowser {
  readonly asked: string[] = [];
  answer: NotificationPermission = 'granted';
  permission: NotificationPermission = 'default';
  failure: Error | undefined;
  key: number[] | undefined;

  constructor() {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('crypto', webcrypto);
    const requestPermission = async () => {
      this.asked.push('permission');
      this.permission = this.answer;
      return this.answer;
    };
    const permission = () => this.permission;
    vi.stubGlobal('Notification', {
      requestPermission,
      get permission() {
        return permission();
      },
    });
    const registration = {
      unregister: async () => this.asked.push('unregister'),
      pushManager: {
        getSubscription: async () => (this.key === undefined ? null : this.#agreed(this.key)),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          this.asked.push('subscribe');
          if (this.failure) throw this.failure;
          this.key = [...applicationServerKey];
          return this.#agreed(this.key);
        },
      },
    };
    const serviceWorker = {
      register: async (file: string) => this.asked.push(`register ${file}`),
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  }

  #agreed(key: number[]) {
    return {
      endpoint: ENDPOINT,
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.asked.push('unsubscribe');
        this.key = undefined;
        return true;
      },
    };
  }
}

function portal(browsers: alertBrowsers.AlertBrowser[] = []) {
  return new PortalStub()
    .on(auth.login, { body: aLogin([12]) })
    .on(alertBrowsers.listAlertBrowsers, () => ({ body: { publicKey: PUBLIC_KEY, browsers } }))
    .on(alertBrowsers.addAlertBrowser, () => {
      browsers.push(here);
      return { body: here };
    })
    .on({ method: 'DELETE', path: '/api/ef/alertbrowsers/2' }, () => {
      browsers.splice(browsers.indexOf(here), 1);
      return { body: { browserId: 2 } };
    });
}

const changesOf = (stub: PortalStub) =>
  stub.requests.filter(({ method, url }) => method !== 'GET' && url.pathname.startsWith('/api/ef/alertbrowsers'));

describe('the browsers that show alarms', () => {
  let browser: StubbedBrowser;
  beforeEach(() => {
    browser = new StubbedBrowser();
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

  const send = () => screen.findByRole('button', { name: 'Send to this browser' });
  const list = async () => within(await screen.findByRole('list', { name: 'Browsers that show alarms' }));

  it('gain this one by a press, and nothing is asked or loaded before', async () => {
    const stub = portal([phone]);
    await renderApp('/user-settings');
    const button = await send();
    expect((await list()).getAllByRole('listitem')).toHaveLength(1);
    expect(browser.asked).toEqual([]);
    fireEvent.click(button);
    expect(await screen.findByText('Firefox on Windows, this browser')).toBeTruthy();
    expect(browser.asked).toEqual(['permission', 'register /push-worker.js', 'subscribe']);
    expect(browser.key).toEqual(KEY);
    expect(changesOf(stub).map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }]);
    expect(screen.getByText(/nothing sent yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send to this browser' })).toBeNull();
  });

  it('lose this one after asking, which then agrees no more', async () => {
    browser.key = KEY;
    const stub = portal([phone, here]);
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Take away Firefox on Windows' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take away' }));
    expect(await send()).toBeTruthy();
    expect(changesOf(stub).map(({ url }) => url.pathname)).toEqual(['/api/ef/alertbrowsers/2']);
    await waitFor(() => expect(browser.asked).toEqual(['unsubscribe', 'unregister']));
  });

  it('agree anew where the portal has another key', async () => {
    browser.key = [4, 9, 9];
    portal();
    await renderApp('/user-settings');
    fireEvent.click(await send());
    await screen.findByText('Firefox on Windows, this browser');
    expect(browser.asked).toEqual(['permission', 'register /push-worker.js', 'unsubscribe', 'subscribe']);
  });

  it('stay as they are when the user of the browser says no, and say how to change that', async () => {
    browser.answer = 'denied';
    const stub = portal();
    await renderApp('/user-settings');
    fireEvent.click(await send());
    expect(await screen.findByText(/^This browser does not let the portal show messages/)).toBeTruthy();
    expect(changesOf(stub)).toEqual([]);
  });

  it('say so when no push service is reached', async () => {
    browser.failure = new Error('Registration failed - push service not available');
    portal();
    await renderApp('/user-settings');
    fireEvent.click(await send());
    expect(
      await screen.findByText('This browser is not told. Its push service cannot be reached, or there is none.'),
    ).toBeTruthy();
    expect(await send()).toBeTruthy();
  });

  it('do not keep an agreement of which the portal does not know', async () => {
    const refusal = { error: { code: 'conflict', message: '10 browsers tell you already.' } };
    portal().on(alertBrowsers.addAlertBrowser, { status: 409, body: refusal });
    await renderApp('/user-settings');
    fireEvent.click(await send());
    expect(await screen.findByText('This browser is not told. 10 browsers tell you already.')).toBeTruthy();
    expect(browser.asked.at(-1)).toBe('unsubscribe');
  });

  it('say why this one cannot be among them', async () => {
    vi.stubGlobal('isSecureContext', false);
    portal();
    await renderApp('/user-settings');
    expect(await screen.findByText(/not open over HTTPS here/)).toBeTruthy();
    vi.stubGlobal('isSecureContext', true);
    Reflect.deleteProperty(navigator, 'serviceWorker');
    portal();
    await renderApp('/user-settings');
    expect(await screen.findByText(/put the portal on the home screen first/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send to this browser' })).toBeNull();
  });

  it('say that they could not be loaded', async () => {
    const refusal = { error: { code: 'gone-wrong', message: 'The database does not answer.' } };
    portal().on(alertBrowsers.listAlertBrowsers, { status: 400, body: refusal });
    await renderApp('/user-settings');
    expect(await screen.findByText('The browsers that show alarms could not be loaded.')).toBeTruthy();
  });
});
