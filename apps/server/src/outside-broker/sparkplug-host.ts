import type { IPublishPacket } from 'mqtt-packet';
import type { Clock } from '#clock.ts';
import type { GatewayRef } from '#ingest/device-registry.ts';
import type { DeviceSession } from '#ingest/sessions/device-session.ts';
import { SPARKPLUG_NAMESPACE } from '#ingest/sparkplug/topic.ts';
import type { LinkHost } from './broker-link.ts';
import { ConnectFailure, endsOver } from './connect-failure.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { ConnectOptions } from './mqtt-handshake.ts';
import { type OutsideSessions, openOutsideSession } from './outside-link.ts';
import { hostFilters, stateTopic } from './topic-filters.ts';

export interface SparkplugHostParts {
  clientId: string;
  /** As which host application the portal is online. */
  hostId: string;
  gateway: GatewayRef;
  sessions: OutsideSessions;
  clock: Clock;
  /** Filters that the broker does not let the portal subscribe to. */
  onRefused: (filters: readonly string[]) => void;
}

/** Commands go at QoS 0 and are not retained (Sparkplug 3.0 §6.4.21, 6.4.22). */
const LISTENING: ReadonlyMap<string, 0 | 1> = new Map([
  [`${SPARKPLUG_NAMESPACE}/+/NCMD/+`, 0],
  [`${SPARKPLUG_NAMESPACE}/+/DCMD/+/+`, 0],
]);

/**
 * The portal as the primary host application of an outside broker (Sparkplug 3.0 §5.3 and 5.9): each connection begins a
 * clean session, whose will is the host's death and whose first message its birth, both retained and of one time. While
 * the host is offline edges keep what they measure; so the broker need not.
 */
export class SparkplugHost implements LinkHost {
  readonly #parts: SparkplugHostParts;
  readonly #topic: string;
  #sinceMs = 0;
  #session: DeviceSession | undefined;
  #connection: MqttConnection | undefined;

  constructor(parts: SparkplugHostParts) {
    this.#parts = parts;
    this.#topic = stateTopic(parts.hostId);
  }

  options(): Omit<ConnectOptions, 'version'> {
    this.#sinceMs = this.#parts.clock.now();
    const will = { topic: this.#topic, payload: Buffer.from(this.#state(false)), qos: 1, retain: true } as const;
    return { clientId: `${this.#parts.clientId}-host`, clean: true, will };
  }

  async began(connection: MqttConnection): Promise<void> {
    const { sessions, gateway, hostId, onRefused } = this.#parts;
    this.#connection = connection;
    this.#session = openOutsideSession(
      sessions,
      gateway,
      connection,
      (language) => language === 'sparkplug',
      LISTENING,
    );
    const filters = hostFilters(hostId);
    const refused = await connection.subscribe(filters.map((topic) => ({ topic, qos: 1 }))).catch((error: unknown) => {
      throw new ConnectFailure(endsOver(filters), 'topics', { cause: error });
    });
    onRefused(refused);
    this.#tell(true);
  }

  async take(topic: string, payload: Buffer, { retain }: IPublishPacket): Promise<void> {
    if (topic === this.#topic) {
      // The will of an earlier connection, or another host of this name, must not leave the edges waiting. What the broker
      // kept of it came with the subscription, and the birth follows.
      if (!retain && saysOffline(payload)) this.#tell(true);
      return;
    }
    const session = this.#session;
    if (session) await this.#parts.sessions.publish(session.id, topic, payload);
  }

  ended(): void {
    if (this.#session) this.#parts.sessions.disconnected(this.#session.id);
    this.#session = undefined;
    this.#connection = undefined;
  }

  /** The portal stops: it says so itself, since a goodbye publishes no will. */
  goOffline(): void {
    this.#tell(false);
  }

  #tell(online: boolean): void {
    this.#connection?.publish({ topic: this.#topic, payload: this.#state(online), qos: 1, retain: true });
  }

  #state(online: boolean): string {
    return JSON.stringify({ online, timestamp: this.#sinceMs });
  }
}

function saysOffline(payload: Buffer): boolean {
  try {
    return (JSON.parse(payload.toString('utf8')) as { online?: unknown } | null)?.online === false;
  } catch {
    return false;
  }
}
