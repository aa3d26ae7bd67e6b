import type { EpochMs } from '@telltale/contract';
import type { AlertItem } from './alert-delivery-repository.ts';
import type { AlertMessage } from './alert-message-repository.ts';

/** How an attempt to send went. */
export type Sending =
  | { kind: 'sent'; address: string }
  /**
   * Once more later, and not before a time that the other side asked for. `isDown`: it is not the message's fault, and the next one would
   * fare no better.
   */
  | { kind: 'again'; detail: string; address?: string; isDown: boolean; notBeforeMs?: EpochMs | undefined }
  /** It was not even tried: the other side asked to be left alone until then. */
  | { kind: 'later'; detail: string; address?: string; untilMs: EpochMs }
  /** Never: there is nobody at this address. */
  | { kind: 'failed'; detail: string; address?: string };

/** One way to tell people. */
export interface AlertChannel {
  /**
   * What may be told by now, and to nobody else: rights are looked at here, not when the message was made.
   * @returns the reason why each of the others is not told
   */
  screen(message: AlertMessage, items: readonly AlertItem[]): Promise<Screened>;
  /** Hands the message over; the same id again means the same message. Never takes longer than a minute. */
  send(message: AlertMessage, items: readonly AlertItem[]): Promise<Sending>;
}

export interface Screened {
  told: AlertItem[];
  dropped: { item: AlertItem; reason: string }[];
}

const SEND_MS = 60_000;

/** A server that says something now and then but never ends is given up as well. */
export async function withinAMinute(sending: Promise<Sending>): Promise<Sending> {
  const { promise, resolve } = Promise.withResolvers<Sending>();
  const timer = setTimeout(() => resolve({ kind: 'again', detail: 'It took too long.', isDown: true }), SEND_MS);
  try {
    return await Promise.race([sending, promise]);
  } finally {
    clearTimeout(timer);
  }
}
