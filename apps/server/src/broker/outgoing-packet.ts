import type { PublishPacket } from 'aedes';
import { covers } from '#ingest/sessions/topic-filter.ts';
import type { OutgoingMessage } from './broker-host.ts';
import type { DeviceConnection } from './device-connection.ts';

/** A message to a device as its MQTT has it: MQTT 5 knows the subscriptions that it is for, and how long it is worth something. */
export function outgoingPacket(message: OutgoingMessage, { client, subscriptionIds }: DeviceConnection): PublishPacket {
  const { topic, qos, retain = false } = message;
  const payload = Buffer.from(message.payload as string);
  const packet: PublishPacket = { cmd: 'publish', topic, payload, qos, retain, dup: false };
  if (client.version !== 5) return packet;
  const ids = [...subscriptionIds].filter(([filter]) => covers(filter, topic)).map(([, id]) => id);
  const properties: NonNullable<PublishPacket['properties']> = {};
  if (ids.length > 0) properties.subscriptionIdentifier = ids;
  if (message.expirySeconds !== undefined) properties.messageExpiryInterval = message.expirySeconds;
  return Object.keys(properties).length > 0 ? { ...packet, properties } : packet;
}
