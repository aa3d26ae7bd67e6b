import { alertBrowsers } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { subscriptionOf } from './push-event.ts';

/** At the root, so that it stands for all pages; it is loaded when somebody agrees, never before. */
export const WORKER_FILE = '/push-worker.js';

/** Whether this browser can be told: `insecure` without HTTPS, `refused` when its user has said no. */
export type Support = 'possible' | 'insecure' | 'unable' | 'refused';

export function supportHere(): Support {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unable';
  return Notification.permission === 'denied' ? 'refused' : 'possible';
}

/** SHA-256 of its address, base64url: by this the portal names a browser without saying where it is. */
async function markOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const letters = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function agreedHere(): Promise<PushSubscription | null> {
  const support = supportHere();
  if (support === 'insecure' || support === 'unable') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The mark of this browser; null while it has not agreed. */
export async function ownMark(): Promise<string | null> {
  const agreed = await agreedHere();
  return agreed && markOf(agreed.endpoint);
}

const isSameKey = (key: ArrayBuffer | null, wanted: Uint8Array) => {
  const held = new Uint8Array(key ?? new ArrayBuffer(0));
  return held.length === wanted.length && held.every((byte, at) => byte === wanted[at]);
};

/** The browser would tell its user, but has nobody who delivers to it. */
export class NoPushServiceError extends Error {
  override readonly name = 'NoPushServiceError';
}

/**
 * Asks the user of this browser, and tells the portal.
 * @returns false when its user said no
 * @throws NoPushServiceError, ApiError
 */
export async function agree(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const letters = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
  const key = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  await navigator.serviceWorker.register(WORKER_FILE, { scope: '/', updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // What was agreed to with another key, of a portal that was here before, is of no use to this one.
  const isStale = before !== null && !isSameKey(before.options.applicationServerKey, key);
  if (isStale) await before.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const agreed = await pushManager.subscribe(wanted).catch((cause: unknown) => {
    throw new NoPushServiceError('Its push service cannot be reached, or there is none.', { cause });
  });
  try {
    await callApi(alertBrowsers.addAlertBrowser, { body: subscriptionOf(agreed) });
  } catch (error) {
    await agreed.unsubscribe();
    throw error;
  }
  return true;
}

/** This browser agrees no more, and keeps nothing that waits for messages. */
export async function withdraw(): Promise<void> {
  await (await agreedHere())?.unsubscribe();
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister();
}
