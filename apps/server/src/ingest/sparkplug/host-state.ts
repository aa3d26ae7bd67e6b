import type { EpochMs } from '@telltale/contract';
import type { DeviceSession } from '../sessions/device-session.ts';
import { SPARKPLUG_NAMESPACE } from './topic.ts';

const STATE_FILTER = /^(spBv1\.0\/)?STATE\/([^/+#]+|\+|#)$/;

/** `spBv1.0/STATE/{host}` (Sparkplug 3) or `STATE/{host}` (2.2), of one host or of all: is the host application online? */
export function isStateFilter(filter: string): boolean {
  return STATE_FILTER.test(filter);
}

/**
 * What edges that wait for their primary host are told (Sparkplug 3.0 §5.9 and 6.4.9.1): its birth as a retained message
 * when they subscribe, its death when the portal stops, both with the time of the birth. The broker and the host are one,
 * so a host that is gone without a word takes every connection along.
 */
export class HostState {
  readonly #hostId: string;
  readonly #sinceMs: EpochMs;
  readonly #told = new Map<DeviceSession, Set<string>>();

  /** @param sinceMs when the host came online */
  constructor(hostId: string, sinceMs: EpochMs) {
    this.#hostId = hostId;
    this.#sinceMs = sinceMs;
  }

  subscribed(session: DeviceSession, filter: string): void {
    if (!isStateFilter(filter)) return;
    // Whoever waits for a host by another name waits for whom it is connected to.
    const topic = filter.replace(/[+#]$/, this.#hostId);
    if (session.send(topic, this.#payload(topic, true), { retain: true })) {
      this.#told.set(session, (this.#told.get(session) ?? new Set()).add(topic));
    }
  }

  ended(session: DeviceSession): void {
    this.#told.delete(session);
  }

  /** The portal stops. */
  goOffline(): void {
    for (const [session, topics] of this.#told) {
      for (const topic of topics) session.send(topic, this.#payload(topic, false));
    }
    this.#told.clear();
  }

  #payload(topic: string, online: boolean): string {
    if (topic.startsWith(`${SPARKPLUG_NAMESPACE}/`)) return JSON.stringify({ online, timestamp: this.#sinceMs });
    return online ? 'ONLINE' : 'OFFLINE';
  }
}
