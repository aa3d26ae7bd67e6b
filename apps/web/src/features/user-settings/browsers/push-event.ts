import type { alertBrowsers } from '@telltale/contract';

/** What of the world of a service worker is used here. */
export interface WorkerWorld {
  readonly origin: string;
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(filter: { tag: string }): Promise<readonly { data: unknown }[]>;
    readonly pushManager: Pick<PushManager, 'subscribe'>;
  };
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  send(address: string, request: RequestInit): Promise<Pick<Response, 'text'>>;
}

export interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** As TypeScript has it, and what browsers know beyond that. */
type ShownOptions = NotificationOptions & { renotify: boolean; timestamp: number };

interface Kept {
  id: string;
  path: string;
}

const PRODUCT = 'Telltale';
/** A browser gives a push some seconds until it must be shown. */
const NAME_MS = 3_000;
const BROWSERS = '/api/ef/alertbrowsers';
const TEXTS = ['id', 'title', 'body', 'path', 'about'] as const;

/** Undefined: it is no note of the portal. */
export function readNote(text: string | undefined): alertBrowsers.PushNote | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text ?? '');
  } catch {
    // Said below: what cannot be read is no note.
    return undefined;
  }
  if (typeof said !== 'object' || said === null) return undefined;
  const note = said as Record<string, unknown>;
  const isNote = TEXTS.every((name) => typeof note[name] === 'string');
  if (!isNote || typeof note.time !== 'number' || typeof note.calls !== 'boolean') return undefined;
  return note as unknown as alertBrowsers.PushNote;
}

/** Shows what was pushed. A browser wants something shown for each message, also for one that cannot be read. */
export async function showPush(world: WorkerWorld, text: string | undefined): Promise<void> {
  const { registration } = world;
  const note = readNote(text);
  if (!note) {
    const data: Kept = { id: '', path: '/alarms' };
    return registration.showNotification(await nameOfPortal(world), {
      body: 'There is news of alarms.',
      tag: 'telltale',
      data,
    });
  }
  const { id, title, body, path, about, time, calls } = note;
  // The same message twice, since the portal was stopped while it sent it, sounds once.
  const shown = await registration.getNotifications({ tag: about });
  const isAgain = shown.some(({ data }) => (data as Kept | null)?.id === id);
  const data: Kept = { id, path };
  const options: ShownOptions = { body, tag: about, data, timestamp: time, renotify: calls && !isAgain, lang: 'en' };
  return registration.showNotification(title, options);
}

/** What administrators call the portal, as it writes it into each page; the product's own name where it cannot be asked. */
async function nameOfPortal({ send }: WorkerWorld): Promise<string> {
  try {
    const page = await (await send('/', { signal: AbortSignal.timeout(NAME_MS) })).text();
    const name = /<meta name="application-name" content="([^"]*)">/.exec(page)?.[1] ?? '';
    return name.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))) || PRODUCT;
  } catch {
    // Without a network the news is told all the same.
    return PRODUCT;
  }
}

/** Opens what a message is about: in the page that shows it already, else in a new one, so that no edit is lost. */
export async function openPress({ origin, clients }: WorkerWorld, data: unknown): Promise<void> {
  const { path = '/alarms' } = (data ?? {}) as Partial<Kept>;
  const asked = new URL(path, origin);
  const address = asked.origin === origin ? asked.href : new URL('/alarms', origin).href;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  if (page) await page.focus();
  else await clients.openWindow(address);
}

/** The push service gave this browser another address: the portal is told, as far as somebody is still logged in. */
export async function renewAgreement(
  { registration, send }: WorkerWorld,
  key: BufferSource | null | undefined,
): Promise<void> {
  // Without the key nothing can be agreed to; the portal finds the old address gone.
  if (!key) return;
  const agreed = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await send(BROWSERS, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'Telltale' },
    body: JSON.stringify(subscriptionOf(agreed)),
  });
}

/** What the portal wants to know of a subscription. */
export function subscriptionOf(agreed: Pick<PushSubscription, 'toJSON'>) {
  const { endpoint = '', keys = {} } = agreed.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}
