import type { BrokerConnection, BrokerFile } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import { ConfigError } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { GatewayRef } from '#ingest/device-registry.ts';
import type { PlainTopics } from '#ingest/plain-topics/plain-topics.ts';
import type { BrokerAddress } from './broker-address.ts';
import { BrokerLink, type LinkHost } from './broker-link.ts';
import { BrokerWatch, type Seen } from './broker-watch.ts';
import { ConnectFailure, WITHOUT_SPARKPLUG } from './connect-failure.ts';
import { MqttConnection } from './mqtt-connection.ts';
import type { OutsideSessions } from './outside-link.ts';
import { SparkplugHost } from './sparkplug-host.ts';
import { TopicsHost, type TopicsHostParts } from './topics-host.ts';

export interface OutsideBrokerParts {
  address: BrokerAddress;
  clientId: string;
  /** As whom it looks at what there is: another one at each node. */
  watchClientId: string;
  /** With which others the portal shares gateway topics and plain topics. */
  group: string | undefined;
  /** As which Sparkplug host application the portal is online. */
  hostId: string;
  /** What the broker brings counts as this gateway's. */
  gateway: GatewayRef;
  sessions: OutsideSessions;
  plain: PlainTopics;
  file: BrokerFile;
  kept: TopicsHostParts['kept'];
  /** Whether it has ever answered, and that it now has. */
  reached: { isSo: boolean; note(): Promise<void> };
  gate: { readonly isFull: boolean; room(): Promise<void> };
  setAside: () => number;
  clock: Clock;
  log: Log;
}

/** The plant's own MQTT broker, whose client the portal is (decision 0372). */
export class OutsideBroker {
  readonly gateway: GatewayRef;
  readonly #parts: OutsideBrokerParts;
  readonly #topics: TopicsHost;
  readonly #sparkplug: SparkplugHost | undefined;
  readonly #links: readonly BrokerLink[];
  readonly #watch: BrokerWatch;
  readonly #refused = new Map<string, readonly string[]>();

  constructor(parts: OutsideBrokerParts) {
    this.#parts = parts;
    this.gateway = parts.gateway;
    const { clientId, group, hostId, gateway, sessions, plain, kept, clock } = parts;
    const refused = (link: string) => (filters: readonly string[]) => void this.#refused.set(link, filters);
    this.#topics = new TopicsHost({
      clientId,
      group,
      gateway,
      sessions,
      plain,
      file: () => parts.file,
      kept,
      onRefused: refused('topics'),
    });
    const host = { clientId, hostId, gateway, sessions, clock, onRefused: refused('sparkplug') };
    this.#sparkplug = parts.file.sparkplug ? new SparkplugHost(host) : undefined;
    this.#links = [this.#topics, ...(this.#sparkplug ? [this.#sparkplug] : [])].map((one) => this.#linkOf(one));
    this.#watch = new BrokerWatch({ ...parts, clientId: parts.watchClientId });
  }

  /**
   * Connects. A broker that has answered before may be away; where one never did, the start ends, and may be tried again.
   * @throws ConfigError in one line when it refuses the portal; ConnectFailure when it is not there
   */
  async start(): Promise<void> {
    const { reached } = this.#parts;
    try {
      for (const link of this.#links) await link.start(reached.isSo);
    } catch (error) {
      await this.close();
      throw toStartFailure(error);
    }
    if (!reached.isSo && this.#links.every(({ connection }) => connection !== undefined)) await reached.note();
  }

  /**
   * Looks whether the broker lets the portal in, and leaves alone what it keeps for it.
   * @throws as `start`
   */
  protected async examine(): Promise<void> {
    const { address, watchClientId, reached, log } = this.#parts;
    try {
      const connection = await MqttConnection.open(address, { clientId: `${watchClientId}-try`, clean: true });
      await connection.end();
    } catch (error) {
      if (!reached.isSo || !(error instanceof ConnectFailure) || error.kind !== 'away') throw toStartFailure(error);
      log.warn(error.message);
    }
  }

  /** Goes on with what another node of the portal has begun. */
  takeOver(): void {
    for (const link of this.#links) link.comeBack();
  }

  get state(): BrokerConnection {
    const { address, clientId, setAside } = this.#parts;
    const states = this.#links.map(({ state }) => state);
    const sum = (field: 'received' | 'done' | 'waiting' | 'reconnects') =>
      states.reduce((total, state) => total + state[field], 0);
    const worst = states.find(({ isConnected }) => !isConnected) ?? states[0];
    const refused = [...this.#refused.values()].flat();
    const advice = this.#refused.get('sparkplug')?.length ? ` ${WITHOUT_SPARKPLUG}.` : '';
    const refusal =
      refused.length > 0 ? `The broker does not let the portal subscribe to ${refused.join(', ')}.${advice}` : null;
    return {
      address: address.text,
      clientId,
      isConnected: states.every(({ isConnected }) => isConnected),
      version: worst?.version ?? null,
      since: worst?.sinceMs === undefined ? null : new Date(worst.sinceMs).toISOString(),
      failure: worst?.failure ?? refusal,
      received: sum('received'),
      done: sum('done'),
      waiting: sum('waiting'),
      reconnects: sum('reconnects'),
      setAside: setAside(),
    };
  }

  look(filter: string): Seen {
    return this.#watch.look(filter);
  }

  /** Other rules: the broker is asked for their topics. What fails now is made good with the next connection. */
  async follow(file: BrokerFile): Promise<void> {
    this.#parts.file = file;
    try {
      await this.#topics.changed();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the MQTT broker was not asked for the topics of new rules');
      this.#links[0]?.connection?.cut('it was not asked for the topics of new rules');
    }
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.#sparkplug?.goOffline();
    await Promise.all(this.#links.map((link) => link.close()));
  }

  #linkOf(host: LinkHost): BrokerLink {
    const { address, gate, clock, log } = this.#parts;
    return new BrokerLink({ address, host, gate, clock, log });
  }
}

function toStartFailure(error: unknown): unknown {
  if (!(error instanceof ConnectFailure) || error.kind === 'away') return error;
  return new ConfigError(`TELLTALE_BROKER_URL: ${error.message}`, { cause: error });
}
