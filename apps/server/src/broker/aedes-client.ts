import type { Client } from 'aedes';
import { generate } from 'mqtt-packet';
import { DroppedError, UnusableError } from './broker-host.ts';
import { Reason } from './reason-codes.ts';

/**
 * What the portal touches inside of the broker's library, which has no public word for it. Its version is pinned
 * exactly (decision 0146), and `mqtt5.test.ts` sees each of these on the wire.
 */
interface Inside extends Client {
  subscriptions: object;
  duplicates: object;
  _parser: NodeJS.EventEmitter;
  _assignedClientId: string | undefined;
  _serverKeepAlive: number | undefined;
  _sessionExpiryClamped: boolean;
  _requestProblemInformation: boolean | undefined;
  connackSent: boolean;
}

const MQTT5 = { protocolVersion: 5 };

export function speaksMqtt5(client: Client): boolean {
  return client.version === 5;
}

/**
 * Prepares a connection before its first byte is read: names from the wire find no property that every object has
 * (GHSA-52qw-whmv-87c5), and an MQTT 5 device is told why its connection ends before it does [MQTT-4.13.1-1].
 */
export function prepareClient(client: Client): void {
  const inside = client as Inside;
  inside.subscriptions = Object.create(null) as object;
  inside.duplicates = Object.create(null) as object;
  let reasonCode: number = Reason.PROTOCOL_ERROR;
  inside._parser.prependListener('error', () => {
    reasonCode = Reason.MALFORMED_PACKET;
  });
  inside.prependListener('error', () => tellDisconnect(inside, reasonCode));
  inside._parser.prependListener('packet', ({ cmd }: { cmd: string }) => {
    // A second CONNECT, and AUTH without the exchange that nobody began, end a connection without an error.
    if (cmd === 'auth' || (cmd === 'connect' && inside.connackSent)) tellDisconnect(inside, reasonCode);
  });
}

/** Writes the reason for the end of a connection that something else is about to close. */
export function tellDisconnect(client: Client, reasonCode: number): void {
  const inside = client as Inside;
  if (!speaksMqtt5(client) || !inside.connackSent || client.closed || client.disconnectReasonCode !== null) return;
  if (client.conn.destroyed) return;
  client.disconnectReasonCode = reasonCode;
  client.conn.write(generate({ cmd: 'disconnect', reasonCode }, MQTT5));
}

export interface ConnackAnswers {
  /** The client id that the device did not give itself. */
  assignedClientId: string | undefined;
  /** Seconds, instead of the device's own. */
  serverKeepAlive: number | undefined;
  /** The device asked for a session that outlives its connection; there is none. */
  refusesSession: boolean;
}

/** Puts into the CONNACK of an accepted MQTT 5 device what the portal decided otherwise than it asked. */
export function answerConnect(client: Client, answers: ConnackAnswers): void {
  if (!speaksMqtt5(client)) return;
  const inside = client as Inside;
  inside._assignedClientId = answers.assignedClientId;
  inside._serverKeepAlive = answers.serverKeepAlive;
  inside._sessionExpiryClamped = answers.refusesSession;
}

/**
 * Acknowledges a message that is dropped, with the reason where MQTT has a place for it; the library then passes it over.
 */
export function acknowledgeDropped(
  client: Client,
  packet: { qos: number; messageId?: number | undefined },
  refusal: { reasonCode: number; reason: string },
): void {
  if (packet.qos === 0 || packet.messageId === undefined || client.conn.destroyed) return;
  const { reasonCode, reason: reasonString } = refusal;
  const cmd = packet.qos === 1 ? 'puback' : 'pubrec';
  const plain = { cmd, messageId: packet.messageId, reasonCode } as const;
  const worded = generate({ ...plain, properties: { reasonString } }, MQTT5);
  const { maximumPacketSize = Number.POSITIVE_INFINITY } = client;
  // [MQTT-3.1.2-29], [MQTT-3.4.2-2]
  const mayHaveWords = (client as Inside)._requestProblemInformation !== false && worded.length <= maximumPacketSize;
  client.conn.write(mayHaveWords ? worded : generate(plain, MQTT5));
  (packet as { _notAuthorized?: boolean })._notAuthorized = true;
}

/** What is not served, or has nothing to store, is acknowledged and dropped; what could not be stored must never be acknowledged (K1). */
export function refusePublish(
  client: Client,
  packet: { qos: number; messageId?: number },
  error: unknown,
  done: (error?: Error | null) => void,
): void {
  if (error instanceof DroppedError) {
    if (speaksMqtt5(client)) {
      const isPayload = error instanceof UnusableError;
      const reasonCode = isPayload ? Reason.PAYLOAD_FORMAT_INVALID : Reason.TOPIC_NAME_INVALID;
      acknowledgeDropped(client, packet, { reasonCode, reason: error.message });
    }
    done(null);
  } else if (speaksMqtt5(client)) {
    // Of MQTT 5 the library would make 'not authorized' of it, by which a device takes its message for settled.
    client.disconnect({ reasonCode: Reason.UNSPECIFIED });
  } else {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
