import type { ConnectPacket } from 'aedes';
import type { ConnackAnswers } from './aedes-client.ts';

/** A device that wants to be asked less often than this, or never, is told to speak once in this time. */
const MAX_KEEP_ALIVE_S = 3_600;

/** What an MQTT 5 device is told with its CONNACK, by what it asked for. */
export function connectAnswers(packet: ConnectPacket, newId: string): ConnackAnswers {
  const { keepalive = 0 } = packet;
  return {
    assignedClientId: packet.clientId === '' ? newId : undefined,
    serverKeepAlive: keepalive === 0 || keepalive > MAX_KEEP_ALIVE_S ? MAX_KEEP_ALIVE_S : undefined,
    refusesSession: (packet.properties?.sessionExpiryInterval ?? 0) > 0,
  };
}
