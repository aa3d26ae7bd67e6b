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
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import type { GatewayCarriers } from '../sessions/gateway-carriers.ts';
import type { BirthRepository } from './birth-repository.ts';
import { rebirthCommand } from './command.ts';
import { decodeSparkplug, type SparkplugMessage, type SparkplugMetric } from './decode.ts';
import { Births, SparkplugEdge } from './edge.ts';
import { isControl, type SparkplugTopic } from './topic.ts';
import { unitsOf } from './units.ts';

export interface SparkplugParts {
  pipeline: IngestPipeline;
  assets: GatewayAssets;
  connections: Connections;
  quarantine: Quarantine;
  births: BirthRepository;
  /** Through which connection an asset is reached. */
  carriers: GatewayCarriers;
  /** Keeps the units that a birth told, by label; `before` are those of the birth before. */
  tellUnits: (
    device: RegisteredDevice,
    units: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
  ) => Promise<void>;
  clock: Clock;
}

/** Where an asset stands in Sparkplug's world. */
export interface SparkplugPlace {
  edge: SparkplugEdge;
  /** Empty: the edge itself. */
  device: string;
}

/** In an object, since a promise of a promise would wait for both. */
interface OnDisk {
  onDisk: Promise<unknown>;
}

const MAX_EDGES = 10_000;
const MAX_DEVICES_PER_EDGE = 10_000;
const DEFINITION_NAME = 'Sparkplug device';
const NO_UNITS: ReadonlyMap<string, string> = new Map();
const NO_BIRTH = new Births({ timeMs: undefined, seq: undefined, metrics: [] });

/** Takes in Sparkplug B: births name the metrics, data updates them, deaths mark assets offline. */
export class SparkplugIntake {
  readonly #parts: SparkplugParts;
  readonly #edges = new Map<string, SparkplugEdge>();
  readonly #places = new Map<AssetId, SparkplugPlace>();
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

  /** Where the asset was heard; undefined: nobody spoke for it since the start. */
  placeOf(assetId: AssetId): SparkplugPlace | undefined {
    return this.#places.get(assetId);
  }

  /** Whether an edge is an asset itself. */
  isAsset(gateway: GatewayRef, edge: SparkplugEdge): boolean {
    return this.#parts.assets.known(gateway, edge.name) !== undefined;
  }

  /** The asset is gone, or another unit's: no edge speaks for it. */
  forget(assetId: AssetId): void {
    this.#places.delete(assetId);
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

  /**
   * The connection is gone: so are the edges that it carried, whether or not their death was told. Those that have come to
   * another node since are born there, and nothing here says that their assets left.
   */
  async connectionEnded(gateway: GatewayRef, session: DeviceSession, hasMoved: () => Promise<boolean>): Promise<void> {
    await this.#turns.get(session);
    this.#turns.delete(session);
    const isCarried = ([key, edge]: [string, SparkplugEdge]) =>
      edge.session === session && key.startsWith(`${gateway.gatewayId}/`);
    if (![...this.#edges].some(isCarried)) return;
    const isElsewhere = await hasMoved();
    for (const [key, edge] of [...this.#edges].filter(isCarried)) {
      if (!isElsewhere) await this.#edgeDied(gateway, edge);
      // Its births are others by the time it comes back.
      else this.#edges.delete(key);
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
    const isNew = edge.session !== session;
    edge.session = session;
    // Through an outside broker it may have been born anew, with other aliases, while nobody listened here.
    const isOutside = session.principal.kind === 'gateway' && session.principal.understood !== undefined;
    if (isNew && isOutside) edge.births.clear();
    if (topic.type === 'NBIRTH') edge.born(message);
    else if (!edge.follow(message.seq)) {
      this.#gaps++;
      this.#askRebirth(edge);
    }
    const device = topic.device ?? '';
    // What nobody was born for is stored by its names; what it is of is known after a birth.
    if (topic.type.endsWith('DATA') && !edge.births.has(device)) this.#askRebirth(edge);
    if (topic.type === 'DBIRTH') {
      if (edge.births.size > MAX_DEVICES_PER_EDGE) throw new PayloadError('too many devices at one Sparkplug edge');
      edge.births.set(device, new Births(message));
    }
    if (topic.type === 'NBIRTH' || topic.type === 'DBIRTH') {
      const key = { gatewayId: gateway.gatewayId, group: topic.group, edge: topic.edge };
      await this.#parts.births.save(key, { device, payload }, this.#parts.clock.now());
    }
    if (topic.type !== 'DDEATH') return this.#store(gateway, edge, topic, message);
    await this.#leave(gateway, edge, device);
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
    for (const { device, payload } of stored) {
      const birth = decodeSparkplug(payload);
      edge.births.set(device, new Births(birth));
      edge.units.set(device, unitsOf(birth).units);
    }
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
    const device = topic.device ?? '';
    const births = edge.births.get(device) ?? NO_BIRTH;
    const points: IncomingPoint[] = [];
    const setAside: SetAside[] = [];
    const told = topic.type.endsWith('BIRTH') ? unitsOf(message) : undefined;
    setAside.push(...(told?.setAside ?? []));
    let isStranger = false;
    for (const metric of message.metrics) {
      const born = births.resolve(metric);
      if (born === undefined) {
        isStranger = true;
        setAside.push({ reason: 'alias without a birth', label: null, timeMs: null, excerpt: `alias ${metric.alias}` });
      } else if (!isControl(born.name)) {
        readMetric(metric, born, points, setAside);
      }
    }
    if (isStranger) this.#askRebirth(edge);
    const serialNumber = topic.device ?? topic.edge;
    // No asset is made of an edge that measures nothing.
    const isMade = points.length > 0 || topic.device !== undefined;
    const asset = isMade
      ? await this.#parts.assets.ensure(gateway, serialNumber, [topic.group], DEFINITION_NAME)
      : await this.#parts.assets.find(gateway, serialNumber);
    if (asset === undefined) {
      this.#parts.quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, setAside);
      return undefined;
    }
    this.#parts.quarantine.add({ assetId: asset.assetId }, serialNumber, setAside);
    this.#places.set(asset.assetId, { edge, device });
    if (edge.session) this.#parts.carriers.carries(edge.session, asset);
    const origin = { way: 'sparkplug', sender: gateway.name, text: undefined } as const;
    const stored = this.#parts.pipeline.accept(asset, points, { origin });
    return {
      onDisk: told === undefined ? stored : stored.then(() => this.#tellUnits(edge, device, asset, told.units)),
    };
  }

  /** Once its values are stored: until then some of its data items may not exist. */
  async #tellUnits(
    edge: SparkplugEdge,
    device: string,
    asset: RegisteredDevice,
    units: ReadonlyMap<string, string>,
  ): Promise<void> {
    const before = edge.units.get(device) ?? NO_UNITS;
    await this.#parts.tellUnits(asset, units, before);
    edge.units.set(device, units);
  }

  #askRebirth(edge: SparkplugEdge): void {
    const nowMs = this.#parts.clock.now();
    if (!edge.mayAskRebirth(nowMs)) return;
    const { topic, payload } = rebirthCommand(edge, nowMs);
    edge.session?.send(topic, payload);
  }

  async #edgeDied(gateway: GatewayRef, edge: SparkplugEdge): Promise<void> {
    edge.died();
    for (const device of edge.births.keys()) await this.#leave(gateway, edge, device);
    edge.session = undefined;
  }

  async #leave(gateway: GatewayRef, edge: SparkplugEdge, device: string): Promise<void> {
    const asset = await this.#parts.assets.find(gateway, device || edge.name);
    if (asset === undefined) return;
    if (edge.session) this.#parts.carriers.drops(edge.session, asset);
    else this.#parts.connections.leave(asset.assetId);
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
