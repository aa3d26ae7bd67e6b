import type { Aedes, Client } from 'aedes';
import type { Log } from '#config/log.ts';
import { tellDisconnect } from './aedes-client.ts';
import type { BrokerHost } from './broker-host.ts';
import type { DeviceConnection } from './device-connection.ts';
import { Reason } from './reason-codes.ts';

/** SUBACK codes from here on are refusals, in every version of MQTT. */
const FIRST_REFUSAL = 0x80;

/** Tells the host what happens on the connections of devices. */
export function listenToAedes(
  aedes: Aedes,
  host: BrokerHost,
  log: Log,
  connectionOf: (client: Client) => DeviceConnection | undefined,
): void {
  const sessionOf = (client: Client) => connectionOf(client)?.sessionId ?? 0;
  aedes.on('client', (client) => {
    const connection = connectionOf(client);
    if (connection?.principalKey === undefined) return;
    connection.isAnnounced = true;
    host.connected(connection.sessionId, connection.principalKey);
  });
  aedes.on('subscribe', (subscriptions, client) => {
    const granted = subscriptions.filter((subscription) => (subscription.qos as number) < FIRST_REFUSAL);
    for (const { topic } of granted) host.subscribed(sessionOf(client), topic);
  });
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) {
      connectionOf(client)?.subscriptionIds.delete(filter);
      host.unsubscribed(sessionOf(client), filter);
    }
  });
  aedes.on('ack', (_packet, client) => host.acknowledged(sessionOf(client)));
  aedes.on('ping', (_packet, client) => host.pinged(sessionOf(client)));
  aedes.on('keepaliveTimeout', (client) => tellDisconnect(client, Reason.KEEP_ALIVE_TIMEOUT));
  aedes.on('clientError', (_client, error) => log.debug({ err: error }, 'a device connection ended'));
  aedes.on('connectionError', (_client, error) => log.debug({ err: error }, 'a connection was refused'));
  // An 'error' event without a listener would end the process, and history with it.
  (aedes as NodeJS.EventEmitter).on('error', (error) => log.error({ err: error }, 'the broker failed'));
}
