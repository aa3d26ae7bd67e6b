import type { BrokerControl } from '#broker/broker-host.ts';
import type { GatewayRef, Language, Principal } from '#ingest/device-registry.ts';
import { gatewayKey } from '#ingest/device-registry.ts';
import type { DeviceSession } from '#ingest/sessions/device-session.ts';
import type { DeviceSessions } from '#ingest/sessions/device-sessions.ts';
import type { MqttConnection } from './mqtt-connection.ts';

/** Of the devices' side of the portal, what a link to an outside broker needs. */
export type OutsideSessions = Pick<DeviceSessions, 'open' | 'publish' | 'disconnected' | 'acknowledged'>;

/** The device session of one connection to an outside broker: what is said there counts as the gateway's. */
export function openOutsideSession(
  sessions: OutsideSessions,
  gateway: GatewayRef,
  connection: MqttConnection,
  understood: (language: Language) => boolean,
  listening: ReadonlyMap<string, 0 | 1>,
  onSend: (topic: string, payload: string | Uint8Array) => void = () => undefined,
): DeviceSession {
  const principal: Principal = {
    kind: 'gateway',
    key: gatewayKey(gateway.gatewayId),
    gateway,
    tokenHash: '',
    understood,
  };
  const control: BrokerControl = {
    limitsOf: () => connection,
    send: (sessionId, { topic, payload, qos, expirySeconds }) => {
      onSend(topic, payload);
      const properties = expirySeconds === undefined ? {} : { messageExpiryInterval: expirySeconds };
      const bytes = typeof payload === 'string' ? payload : Buffer.from(payload);
      connection.publish({ topic, payload: bytes, qos, retain: false, properties }, () =>
        sessions.acknowledged(sessionId),
      );
    },
    disconnect: () => connection.cut('its gateway was removed'),
  };
  return sessions.open(principal, control, listening);
}
