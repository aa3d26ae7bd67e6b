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
import type { Quarantine } from '../quarantine/quarantine.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import type { BirthRepository } from './birth-repository.ts';
import { decodeSparkplug, type SparkplugMessage, type SparkplugMetric } from './decode.ts';
import { Births, SparkplugEdge } from './edge.ts';
import { rebirthCommand } from './rebirth.ts';
import type { SparkplugTopic } from './topic.ts';

export interface SparkplugParts {
  pipeline: IngestPipeline;
  assets: GatewayAssets;
  connections: Connections;
  quarantine: Quarantine;
  births: BirthRepository;
  clock: Clock;
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
  readonly #turns = new Map<DeviceSession, Promise<unknown>>();
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
  async take(gateway: GatewayRef, session: DeviceSession, topic: SparkplugTopic, payload: Buffer): Promise<void> {
    const before = this.#turns.get(session) ?? Promise.resolve();
    const turn = before.then(() => this.#read(gateway, session, topic, payload));
    this.#turns.set(
      session,
      turn.catch(() => undefined),
    );
    // Only reading goes in turns: the disk may take many messages at once.
    await (await turn)?.onDisk;
  }

  /** The connection is gone: so are the edges that it carried, whether or not their death was told. */
  async connectionEnded(gateway: GatewayRef, session: DeviceSession): Promise<void> {
    await this.#turns.get(session);
    this.#turns.delete(session);
    for (const [key, edge] of this.#edges) {
      if (edge.session !== session || !key.startsWith(`${gateway.gatewayId}/`)) continue;
      await this.#edgeDied(gateway, edge);
    }
  }

  async #read(
    gateway: GatewayRef,
    session: DeviceSession,
    topic: SparkplugTopic,
    payload: Buffer,
  ): Promise<OnDisk | undefined> {
    const message = decodeSparkplug(payload);
    const edge = await this.#edgeOf(gateway, topic);
    if (topic.type === 'NDEATH') {
      if (edge.isOwnDeath(message)) await this.#edgeDied(gateway, edge);
      return undefined;
    }
    edge.session = session;
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
    const points: IncomingPoint[] = [];
    const setAside: SetAside[] = [];
    let isStranger = false;
    for (const metric of message.metrics) {
      const born = births.resolve(metric);
      if (born === undefined) {
        isStranger = true;
        setAside.push({ reason: 'alias without a birth', label: null, timeMs: null, excerpt: `alias ${metric.alias}` });
      } else if (!CONTROL.test(born.name)) {
        readMetric(metric, born, points, setAside);
      }
    }
    if (isStranger) this.#askRebirth(edge);
    const serialNumber = topic.device ?? topic.edge;
    if (points.length === 0 && topic.device === undefined) {
      this.#parts.quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, setAside);
      return undefined;
    }
    const asset = await this.#parts.assets.ensure(gateway, serialNumber, [topic.group], DEFINITION_NAME);
    this.#parts.quarantine.add({ assetId: asset.assetId }, serialNumber, setAside);
    return { onDisk: this.#parts.pipeline.accept(asset, points) };
  }

  #askRebirth(edge: SparkplugEdge): void {
    const nowMs = this.#parts.clock.now();
    if (!edge.mayAskRebirth(nowMs)) return;
    const { topic, payload } = rebirthCommand(edge.group, edge.name, nowMs);
    edge.session?.send(topic, payload);
  }

  async #edgeDied(gateway: GatewayRef, edge: SparkplugEdge): Promise<void> {
    edge.died();
    edge.session = undefined;
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
  const { timeMs, quality } = metric;
  const kept: Pick<IncomingPoint, 'keeping'> = metric.isHistorical
    ? { keeping: 'historical' }
    : metric.isTransient
      ? { keeping: 'transient' }
      : {};
  if (typeof value === 'number') {
    points.push({ ...numberPoint(born.name, timeMs, value, quality), ...kept });
  } else if (typeof value === 'string' && value.length <= MAX_STRING_LENGTH) {
    points.push({ label: born.name, timeMs, value: value.toWellFormed(), quality, ...kept });
  } else {
    const reason =
      value === undefined ? 'a kind of value that is not stored' : `longer than ${MAX_STRING_LENGTH} characters`;
    setAside.push({ reason, label: born.name, timeMs: metric.timeMs ?? null, excerpt: excerptOf(value ?? '') });
  }
}
