import type { BrokerFile } from '@telltale/contract';
import type { IPublishPacket, ISubscription } from 'mqtt-packet';
import type { GatewayRef } from '#ingest/device-registry.ts';
import type { PlainTopics } from '#ingest/plain-topics/plain-topics.ts';
import type { DeviceSession } from '#ingest/sessions/device-session.ts';
import { SPARKPLUG_NAMESPACE } from '#ingest/sparkplug/topic.ts';
import * as gatewayTopics from '#ingest/thingsboard/topics.ts';
import type { LinkHost } from './broker-link.ts';
import { EchoFilter } from './echo-filter.ts';
import type { KeptFilters } from './kept-filters.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { ConnectOptions } from './mqtt-handshake.ts';
import { type OutsideSessions, openOutsideSession } from './outside-link.ts';

export interface TopicsHostParts {
  clientId: string;
  gateway: GatewayRef;
  sessions: OutsideSessions;
  plain: Pick<PlainTopics, 'filters'>;
  /** What is taken from the broker now. */
  file: () => BrokerFile;
  /** The filters to which the broker's session for the portal subscribes, as far as the portal knows. */
  kept: { filters(): Promise<KeptFilters>; keep(filters: KeptFilters): Promise<void> };
  onRefused: (filters: readonly string[]) => void;
}

/** So long the broker keeps what comes while the portal is away. */
const SESSION_EXPIRY_S = 7 * 24 * 3_600;

const GATEWAY_FILTERS = [
  gatewayTopics.GATEWAY_TELEMETRY,
  gatewayTopics.GATEWAY_ATTRIBUTES,
  gatewayTopics.GATEWAY_CONNECT,
  gatewayTopics.GATEWAY_DISCONNECT,
  gatewayTopics.GATEWAY_RPC,
  gatewayTopics.GATEWAY_ATTRIBUTES_REQUEST,
  gatewayTopics.GATEWAY_CLAIM,
];
const LISTENING: ReadonlyMap<string, 0 | 1> = new Map([
  [gatewayTopics.GATEWAY_RPC, 1],
  [gatewayTopics.GATEWAY_ATTRIBUTES, 1],
  [gatewayTopics.GATEWAY_ATTRIBUTES_RESPONSE, 1],
]);

/**
 * Gateway topics and plain topics of an outside broker, over a session that the broker keeps: what it acknowledged to its
 * devices while the portal was away comes afterwards.
 */
export class TopicsHost implements LinkHost {
  readonly #parts: TopicsHostParts;
  readonly #echoes = new EchoFilter();
  #session: DeviceSession | undefined;
  #connection: MqttConnection | undefined;
  /** The last time that the broker was asked for filters: what one asks for counts for the next. */
  #asking: Promise<void> = Promise.resolve();

  constructor(parts: TopicsHostParts) {
    this.#parts = parts;
  }

  options(): Omit<ConnectOptions, 'version'> {
    return { clientId: this.#parts.clientId, clean: false, sessionExpiryS: SESSION_EXPIRY_S };
  }

  async began(connection: MqttConnection): Promise<void> {
    const { sessions, gateway, file, kept } = this.#parts;
    this.#connection = connection;
    const understood = (language: string) => language === 'plain' || (language === 'gateway' && file().gateways);
    // MQTT 5 tells nobody what he said himself; of MQTT 3 the portal must know it again.
    const sent = connection.version === 4 ? this.#echoes.sent.bind(this.#echoes) : undefined;
    this.#session = openOutsideSession(sessions, gateway, connection, understood, LISTENING, sent);
    // A broker that has no session for the portal any more subscribes to nothing.
    if (!connection.connack.sessionPresent) await this.#next(() => kept.keep({ sure: [], perhaps: [] }));
    await this.#next(() => this.#subscribe(connection));
  }

  /** The rules are other ones. */
  async changed(): Promise<void> {
    await this.#next(async () => {
      if (this.#connection) await this.#subscribe(this.#connection);
    });
  }

  async take(topic: string, payload: Buffer, _packet: IPublishPacket): Promise<void> {
    const session = this.#session;
    // A rule may cover everything: what edges say is taken in where the portal is their host.
    if (!session || (topic.startsWith(`${SPARKPLUG_NAMESPACE}/`) && this.#parts.file().sparkplug)) return;
    if (this.#echoes.isEcho(topic, payload)) return;
    await this.#parts.sessions.publish(session.id, topic, payload);
  }

  ended(): void {
    if (this.#session) this.#parts.sessions.disconnected(this.#session.id);
    this.#session = undefined;
    this.#connection = undefined;
  }

  #next(ask: () => Promise<void>): Promise<void> {
    const asked = this.#asking.then(ask);
    this.#asking = asked.catch(() => undefined);
    return asked;
  }

  /** Only what is new: to subscribe again would bring retained messages again, as if they had just been measured. */
  async #subscribe(connection: MqttConnection): Promise<void> {
    const { plain, file, kept, onRefused } = this.#parts;
    const wanted = [...new Set([...(file().gateways ? GATEWAY_FILTERS : []), ...plain.filters])];
    const before = await kept.filters();
    const sure = before.sure.filter((filter) => wanted.includes(filter));
    const over = [...before.sure, ...before.perhaps].filter((filter) => !wanted.includes(filter));
    const news = wanted.filter((filter) => !sure.includes(filter));
    // A subscription whose answer is lost with the connection is asked for again at the next one.
    if (news.length + over.length > 0) await kept.keep({ sure, perhaps: [...news, ...over] });
    await connection.unsubscribe(over);
    const refused = await connection.subscribe(news.map(subscriptionTo));
    onRefused(refused);
    if (news.length + over.length === 0) return;
    await kept.keep({ sure: wanted.filter((filter) => !refused.includes(filter)), perhaps: [] });
  }
}

function subscriptionTo(topic: string): ISubscription {
  return { topic, qos: 1, nl: true, rh: 1 };
}
