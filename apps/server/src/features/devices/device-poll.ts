import type { OutgoingMessage } from '#broker/broker-host.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { DeviceSessions } from '#ingest/sessions/device-sessions.ts';

/**
 * Waits for the next message of the portal to a device that asks over HTTP.
 * @param answer writes it out; what it was is then taken for arrived
 * @returns false when nothing came in time, or the device left
 */
export async function pollMessage(
  sessions: DeviceSessions,
  device: RegisteredDevice,
  filter: string,
  timeoutMs: number,
  gone: AbortSignal,
  answer: (message: OutgoingMessage) => void,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<OutgoingMessage | undefined>();
  const { session, ended } = sessions.listen(device, filter, {
    limitsOf: () => ({ receiveMaximum: 1, maximumPacketSize: undefined, bufferedBytes: 0 }),
    send: (_session, message) => resolve(message),
    disconnect: () => resolve(undefined),
  });
  const none = () => resolve(undefined);
  const timer = setTimeout(none, timeoutMs);
  gone.addEventListener('abort', none);
  try {
    sessions.announce(session);
    const message = await promise;
    if (message === undefined || gone.aborted) return false;
    answer(message);
    session.acknowledged();
    return true;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', none);
    ended();
  }
}
