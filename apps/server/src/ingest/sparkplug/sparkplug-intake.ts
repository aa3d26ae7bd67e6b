import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Connections } from '../connections.ts';
import type { GatewayRef } from '../device-registry.ts';
import type { GatewayAssets } from '../gateway-assets.ts';
import {
  excerptOf,
  type IncomingPoint,
  MAX_STRING_LENGTH,
  numberPoint,
  PayloadError,
  type SetAside,
} from '../incoming.ts';
import type { IngestPipeline } from '../pipeline.ts';
import type { Quarantine } from '../quarantine.ts';
import type { BirthRepository } from './birth-repository.ts';
import { decodeSparkplug, type SparkplugMessage, type SparkplugMetric } from './decode.ts';
import { Births, SparkplugEdge } from './edge.ts';
import type { SparkplugTopic } from './topic.ts';

export interface SparkplugParts {
  pipeline: IngestPipeline;
  assets: GatewayAssets;
  connections: Connections;
  quarantine: Quarantine;
  births: BirthRepository;
  clock: Clock;
  /** Asks an edge, on its connection, to send its births again. */
  askRebirth: (sessionId: number, group: string, edge: string) => void;
}

/** In an object, since a promise of a promise would wait for both. */
interface OnDisk {
  onDisk: Promise<unknown>;
}

/** Metrics that steer the edge and measure nothing. */
const CONTROL = /^(bdSeq$|Node Control\/|Device Control\/)/;
const MAX_EDGES = 10_000;
const MAX_DEVICES_PER_EDGE = 10_000;
const DEFINITION_NAME = 'Sparkplug device';

/** Takes in Sparkplug B: births name the metrics, data updates them, deaths mark assets offline. */
export class SparkplugIntake {
  readonly #parts: SparkplugParts;
  readonly #edges = new Map<string, SparkplugEdge>();
  /** Sparkplug is a protocol of order: what a message means hangs on those before it on its connection. */
  readonly #turns = new Map<number, Promise<unknown>>();
  #gaps = 0;

  constructor(parts: SparkplugParts) {
    this.#parts = parts;
  }

  /** Sequence numbers that were missing since the start. */
  get gaps(): number {
    return this.#gaps;
  }

  /**
   * Takes in one message of an edge; resolves once its points are on disk.
   * @throws {PayloadError} when it cannot be read
   */
  async take(gateway: GatewayRef, sessionId: number, topic: SparkplugTopic, payload: Buffer): Promise<void> {
    const before = this.#turns.get(sessionId) ?? Promise.resolve();
    const turn = before.then(() => this.#read(gateway, sessionId, topic, payload));
    this.#turns.set(
      sessionId,
      turn.catch(() => undefined),
    );
    // Only reading goes in turns: the disk may take many messages at once.
    await (await turn)?.onDisk;
  }

  /** The connection is gone: so are the edges that it carried, whether or not their death was told. */
  async connectionEnded(gateway: GatewayRef, sessionId: number): Promise<void> {
    await this.#turns.get(sessionId);
    this.#turns.delete(sessionId);
    for (const [key, edge] of this.#edges) {
      if (edge.sessionId !== sessionId || !key.startsWith(`${gateway.gatewayId}/`)) continue;
      await this.#edgeDied(gateway, edge);
    }
  }

  async #read(
    gateway: GatewayRef,
    sessionId: number,
    topic: SparkplugTopic,
    payload: Buffer,
  ): Promise<OnDisk | undefined> {
    const message = decodeSparkplug(payload);
    const edge = await this.#edgeOf(gateway, topic);
    if (topic.type === 'NDEATH') {
      if (edge.isOwnDeath(message)) await this.#edgeDied(gateway, edge);
      return undefined;
    }
    edge.sessionId = sessionId;
    if (topic.type === 'NBIRTH') edge.born(message);
    else if (!edge.follow(message.seq)) {
      this.#gaps++;
      this.#askRebirth(edge);
    }
    const device = topic.device ?? '';
    if (topic.type === 'DBIRTH') {
      if (edge.births.size > MAX_DEVICES_PER_EDGE) throw new PayloadError('too many devices at one Sparkplug edge');
      edge.births.set(device, new Births(message));
    }
    if (topic.type === 'NBIRTH' || topic.type === 'DBIRTH') {
      const key = { gatewayId: gateway.gatewayId, group: topic.group, edge: topic.edge };
      await this.#parts.births.save(key, { device, payload }, this.#parts.clock.now());
    }
    if (topic.type !== 'DDEATH') return this.#store(gateway, edge, topic, message);
    await this.#leave(gateway, device);
    return undefined;
  }

  async #edgeOf(gateway: GatewayRef, topic: SparkplugTopic): Promise<SparkplugEdge> {
    const key = `${gateway.gatewayId}/${topic.group}/${topic.edge}`;
    const known = this.#edges.get(key);
    if (known) return known;
    if (this.#edges.size >= MAX_EDGES) throw new PayloadError('too many Sparkplug edges');
    const edge = new SparkplugEdge(topic.group, topic.edge);
    const stored = await this.#parts.births.list({
      gatewayId: gateway.gatewayId,
      group: topic.group,
      edge: topic.edge,
    });
    for (const { device, payload } of stored) edge.births.set(device, new Births(decodeSparkplug(payload)));
    const meanwhile = this.#edges.get(key);
    if (meanwhile) return meanwhile;
    this.#edges.set(key, edge);
    return edge;
  }

  async #store(
    gateway: GatewayRef,
    edge: SparkplugEdge,
    topic: SparkplugTopic,
    message: SparkplugMessage,
  ): Promise<OnDisk | undefined> {
    const births =
      edge.births.get(topic.device ?? '') ?? new Births({ timeMs: undefined, seq: undefined, metrics: [] });
    const stored: IncomingPoint[] = [];
    const historical: IncomingPoint[] = [];
    const transient: IncomingPoint[] = [];
    const setAside: SetAside[] = [];
    let isStranger = false;
    for (const metric of message.metrics) {
      const born = births.resolve(metric);
      if (born === undefined) {
        isStranger = true;
        setAside.push({ reason: 'alias without a birth', label: null, timeMs: null, excerpt: `alias ${metric.alias}` });
      } else if (!CONTROL.test(born.name)) {
        const list = metric.isHistorical ? historical : metric.isTransient ? transient : stored;
        readMetric(metric, born, list, setAside);
      }
    }
    if (isStranger) this.#askRebirth(edge);
    const serialNumber = topic.device ?? topic.edge;
    if (stored.length + historical.length + transient.length === 0 && topic.device === undefined) {
      this.#parts.quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, setAside);
      return undefined;
    }
    const asset = await this.#parts.assets.ensure(gateway, serialNumber, [topic.group], DEFINITION_NAME);
    this.#parts.quarantine.add({ assetId: asset.assetId }, serialNumber, setAside);
    const onDisk = [this.#parts.pipeline.accept(asset, stored)];
    if (historical.length > 0) onDisk.push(this.#parts.pipeline.accept(asset, historical, { isHistorical: true }));
    if (transient.length > 0) onDisk.push(this.#parts.pipeline.accept(asset, transient, { isTransient: true }));
    return { onDisk: Promise.all(onDisk) };
  }

  #askRebirth(edge: SparkplugEdge): void {
    if (edge.mayAskRebirth(this.#parts.clock.now())) this.#parts.askRebirth(edge.sessionId, edge.group, edge.name);
  }

  async #edgeDied(gateway: GatewayRef, edge: SparkplugEdge): Promise<void> {
    edge.died();
    edge.sessionId = 0;
    for (const device of edge.births.keys()) await this.#leave(gateway, device || edge.name);
  }

  async #leave(gateway: GatewayRef, serialNumber: string): Promise<void> {
    const assetId: AssetId | undefined = (await this.#parts.assets.find(gateway, serialNumber))?.assetId;
    if (assetId !== undefined) this.#parts.connections.leave(assetId);
  }
}

function readMetric(
  metric: SparkplugMetric,
  born: { name: string; dataType: number },
  points: IncomingPoint[],
  setAside: SetAside[],
): void {
  const value = metric.value(born.dataType);
  if (value === null) return;
  if (typeof value === 'number') {
    points.push(numberPoint(born.name, metric.timeMs, value, metric.quality));
  } else if (typeof value === 'string' && value.length <= MAX_STRING_LENGTH) {
    points.push({ label: born.name, timeMs: metric.timeMs, value: value.toWellFormed(), quality: metric.quality });
  } else {
    const reason =
      value === undefined ? 'a kind of value that is not stored' : `longer than ${MAX_STRING_LENGTH} characters`;
    setAside.push({ reason, label: born.name, timeMs: metric.timeMs ?? null, excerpt: excerptOf(value ?? '') });
  }
}
