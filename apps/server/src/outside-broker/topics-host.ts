import type { BrokerFile } from '@telltale/contract';
import type { IPublishPacket, ISubscription } from 'mqtt-packet';
import type { GatewayRef } from '#ingest/device-registry.ts';
import type { PlainTopics } from '#ingest/plain-topics/plain-topics.ts';
import type { DeviceSession } from '#ingest/sessions/device-session.ts';
import { SPARKPLUG_NAMESPACE } from '#ingest/sparkplug/topic.ts';
import * as gatewayTopics from '#ingest/thingsboard/topics.ts';
import type { LinkHost } from './broker-link.ts';
import { ConnectFailure } from './connect-failure.ts';
import { EchoFilter } from './echo-filter.ts';
import type { KeptFilters } from './kept-filters.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import type { ConnectOptions } from './mqtt-handshake.ts';
import { type OutsideSessions, openOutsideSession } from './outside-link.ts';
import { covers, sharedFilter, topicFilters, widest } from './topic-filters.ts';

export interface TopicsHostParts {
  clientId: string;
  /** With which others what comes is shared; undefined: all of it is the portal's. */
  group: string | undefined;
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
    const { sessions, gateway, file, kept, group } = this.#parts;
    if (group !== undefined) requireSharing(connection);
    this.#connection = connection;
    const understood = (language: string) => language === 'plain' || (language === 'gateway' && file().gateways);
    // MQTT 5 tells nobody what he said himself; of MQTT 3, and of what is shared, the portal must know it again.
    const sent = connection.version === 4 || group !== undefined ? this.#echoes.sent.bind(this.#echoes) : undefined;
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

  /**
   * Only what is new: to subscribe again would bring retained messages again, as if they had just been measured. And only
   * what nothing else covers; what a refused filter would have covered is asked for instead of it.
   */
  async #subscribe(connection: MqttConnection): Promise<void> {
    const { plain, file, kept, group, onRefused } = this.#parts;
    const all = topicFilters(file(), plain.filters);
    const wantedBut = (refused: readonly string[]) =>
      widest(all.filter((filter) => !refused.includes(sharedFilter(filter, group)))).map((filter) =>
        sharedFilter(filter, group),
      );
    const refused: string[] = [];
    let { sure, perhaps } = await kept.filters();
    const had = sure;
    for (;;) {
      const news = wantedBut(refused).filter((filter) => !sure.includes(filter));
      if (news.length === 0) break;
      perhaps = [...perhaps.filter((filter) => !news.includes(filter)), ...news];
      // A subscription whose answer is lost with the connection is asked for again at the next one.
      await kept.keep({ sure, perhaps });
      const noes = await connection.subscribe(
        news.map((filter) => (group === undefined ? subscriptionTo(filter, had) : { topic: filter, qos: 1 })),
      );
      refused.push(...noes);
      sure = [...sure, ...news.filter((filter) => !noes.includes(filter))];
      perhaps = perhaps.filter((filter) => !news.includes(filter));
      await kept.keep({ sure, perhaps });
    }
    onRefused(refused);
    // What is narrower goes once what is wider is there: nothing is missed between them.
    const wanted = wantedBut(refused);
    const over = [...sure, ...perhaps].filter((filter) => !wanted.includes(filter));
    if (over.length === 0) return;
    sure = sure.filter((filter) => wanted.includes(filter));
    await kept.keep({ sure, perhaps: over });
    await connection.unsubscribe(over);
    await kept.keep({ sure, perhaps: [] });
  }
}

/** @param had what was subscribed to: the retained messages of what it covered have come */
function subscriptionTo(topic: string, had: readonly string[]): ISubscription {
  return { topic, qos: 1, nl: true, rh: had.some((filter) => covers(filter, topic)) ? 2 : 1 };
}

/** @throws ConnectFailure where each message could come to every member, or to none */
function requireSharing({ version, connack }: MqttConnection): void {
  const { sharedSubscriptionAvailable: isThere = true } = connack.properties ?? {};
  if (version === 5 && isThere) return;
  throw new ConnectFailure('it has no shared subscriptions: leave out TELLTALE_BROKER_GROUP', 'settings');
}
