import type { AssetId, DataItemId } from '@telltale/contract';
import type { Historian } from '@telltale/historian';
import { createLog } from '#config/log.ts';
import type { DataItemRecord } from '#features/definitions/data-item-repository.ts';
import { Connections } from '#ingest/connections.ts';
import { CurrentValues } from '#ingest/current-values.ts';
import { DataItemSlot } from '#ingest/data-item-slot.ts';
import { DeviceRegistry, type RegistryRepositories } from '#ingest/device-registry.ts';
import type { IncomingPoint } from '#ingest/incoming.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import { IngestPipeline } from '#ingest/pipeline.ts';
import type { PipelineParts } from '#ingest/pipeline-parts.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import { nameKey } from '#names.ts';
import { ClusterConnection } from '../connection/cluster-connection.ts';
import type { ClusterNodes, NodeRun } from '../partitions/cluster-nodes.ts';
import { PARTITIONS_BUCKET, PartitionKeys } from '../partitions/partition-keys.ts';
import { PartitionOwnership } from '../partitions/partition-ownership.ts';
import { CarriedSlots } from '../points/carried-slots.ts';
import { PartitionWork } from '../points/partition-work.ts';
import { PointPublisher } from '../points/point-publisher.ts';
import { PointStorer } from '../points/point-storer.ts';
import { openPointStream } from '../points/point-stream.ts';
import type { NatsServers } from './nats-servers.ts';

const log = createLog('silent');

/** The records that all nodes of a test share, and which nodes live. */
export class SmallWorld {
  readonly historian: Historian;
  readonly fenced: NodeRun[] = [];
  readonly #living = new Set<NodeRun>();
  readonly #listeners = new Set<() => void>();
  readonly #assets = new Map<AssetId, { serialNumber: string; items: Map<string, DataItemRecord> }>();
  #itemCount = 0;

  constructor(historian: Historian) {
    this.historian = historian;
  }

  anAsset(assetId: number): AssetId {
    this.#assets.set(assetId as AssetId, { serialNumber: `SN-${assetId}`, items: new Map() });
    return assetId as AssetId;
  }

  join(node: NodeRun): void {
    this.#living.add(node);
    for (const listener of this.#listeners) listener();
  }

  silence(node: NodeRun): void {
    this.#living.delete(node);
    for (const listener of this.#listeners) listener();
  }

  /** @param isCutOff such a node sees what it saw last */
  seenBy(self: NodeRun, isCutOff: () => boolean): ClusterNodes {
    let seen: readonly NodeRun[] = [];
    return {
      self,
      get isHearing() {
        return !isCutOff();
      },
      living: () => {
        if (!isCutOff()) seen = [...this.#living];
        return seen;
      },
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      fence: async (node) => {
        // Who was fenced itself has no way to the records by which it could fence others.
        if (!this.#living.has(self)) throw new Error('this node is fenced');
        this.fenced.push(node);
      },
    };
  }

  /** The item of a label; made where there is none. */
  item(assetId: AssetId, label: string): DataItemRecord {
    const items = this.#assets.get(assetId)?.items;
    if (!items) throw new Error(`there is no asset ${assetId}`);
    const known = items.get(nameKey(label));
    if (known) return known;
    const made = { dataItemId: ++this.#itemCount as DataItemId, label, unit: '', createdMs: 0 };
    items.set(nameKey(label), made);
    return made;
  }

  get repositories() {
    const recordOf = (assetId: AssetId) => {
      const asset = this.#assets.get(assetId);
      return (
        asset && {
          assetId,
          assetDefinitionId: 1,
          adminId: 1,
          serialNumber: asset.serialNumber,
          tokenHash: `${assetId}`,
        }
      );
    };
    return {
      assets: {
        list: async () => [...this.#assets.keys()].map(recordOf),
        find: async (assetId: AssetId) => recordOf(assetId),
      },
      items: {
        list: async () => [],
        listAssetItems: async () => [],
        listOfAssets: async (assetIds: readonly AssetId[]) =>
          assetIds.flatMap((assetId) =>
            [...(this.#assets.get(assetId)?.items.values() ?? [])].map((item) => ({ assetId, item })),
          ),
      },
      gateways: {},
    } as unknown as RegistryRepositories;
  }
}

/** What a node told of a value. */
export interface ToldValue {
  readonly assetId: AssetId;
  readonly timeMs: number;
  readonly value: number | string;
}

/** The data plane of a node without the rest of a portal. */
export class SmallNode {
  readonly id: NodeRun;
  readonly registry: DeviceRegistry;
  readonly currentValues: CurrentValues;
  readonly pipeline: IngestPipeline;
  readonly storer: PointStorer;
  readonly ownership: PartitionOwnership;
  readonly work: PartitionWork;
  readonly told: ToldValue[] = [];
  readonly #world: SmallWorld;
  readonly #connection: ClusterConnection;
  #isCutOff = false;

  private constructor(
    world: SmallWorld,
    connection: ClusterConnection,
    keys: PartitionKeys,
    id: NodeRun,
    frameBytes?: number,
  ) {
    this.id = id;
    this.#world = world;
    this.#connection = connection;
    const { jetstream: jetStream, manager } = connection;
    this.registry = new DeviceRegistry(world.repositories);
    this.currentValues = new CurrentValues(this.registry);
    const feed: LiveFeed = {
      sinkFor: (assetId) => ({
        current: ({ timeMs, value }) => void this.told.push({ assetId, timeMs, value }),
        settled: () => undefined,
        late: () => undefined,
      }),
    };
    const sized = frameBytes === undefined ? {} : { frameBytes };
    const parts = {
      historian: world.historian,
      reserve: { fault: undefined },
      sink: new PointPublisher({ jetStream, run: id.run, log, ...sized }),
      registry: this.registry,
      registrar: {
        fault: undefined,
        close: () => undefined,
        ensure: async (device: RegisteredDevice, labels: readonly string[]) => {
          for (const label of labels) {
            const { dataItemId } = world.item(device.assetId, label);
            if (device.slotOf(label)) continue;
            device.addSlot(nameKey(label), new DataItemSlot(device.assetId, dataItemId, label));
          }
        },
      },
      connections: new Connections({ saveLastContacts: async () => undefined }, { now: Date.now }, log),
      quarantine: { add: () => undefined },
      feeds: [feed],
      clock: { now: Date.now },
      log,
    };
    this.pipeline = new IngestPipeline(parts as unknown as PipelineParts);
    this.storer = new PointStorer({
      historian: world.historian,
      feeds: [feed],
      onRefused: () => undefined,
      log,
    });
    this.work = new PartitionWork({
      jetStream,
      manager,
      storer: this.storer,
      slots: new CarriedSlots({ registry: this.registry, items: world.repositories.items }),
      assets: () => [...this.registry.list()].map(({ assetId }) => assetId),
      historian: world.historian,
      isCalculated: () => false,
      parts: [
        {
          prepare: (assets, past) =>
            this.currentValues.warmAssets(past, assets.list(), (key, timeMs) => past.isLater(key, timeMs)),
        },
      ],
      log,
      noteEveryMs: 100,
    });
    this.ownership = new PartitionOwnership({
      keys,
      nodes: world.seenBy(id, () => this.#isCutOff),
      host: this.work,
      log,
      // A look asks for every key: a node that comes or goes wakes it anyway.
      lookEveryMs: 250,
    });
  }

  static async start(
    world: SmallWorld,
    servers: NatsServers,
    node: string,
    { run = `${node}-1`, frameBytes }: { run?: string; frameBytes?: number } = {},
  ): Promise<SmallNode> {
    const connection = await ClusterConnection.open(servers.address, node, log);
    const bucket = await openPointStream(connection.manager, connection.replicas)
      .then(() => connection.bucket(PARTITIONS_BUCKET))
      .catch(async (error: unknown) => {
        await connection.close();
        throw error;
      });
    const keys = new PartitionKeys(bucket);
    const id = { node, run };
    const started = new SmallNode(world, connection, keys, id, frameBytes);
    await started.registry.load();
    world.join(id);
    started.ownership.start();
    return started;
  }

  /** As a device at this node sends them; resolves when they are acknowledged. */
  async send(assetId: AssetId, points: readonly IncomingPoint[]): Promise<void> {
    await this.pipeline.accept({ assetId }, points);
  }

  /** The node no longer counts as living, and does not know: it goes on with what it is at. */
  cutOff(): void {
    this.#isCutOff = true;
    this.#world.silence(this.id);
  }

  /** It ends at once, in the middle of whatever it is at. */
  async kill(): Promise<void> {
    this.cutOff();
    for (const held of this.ownership.held()) held.end();
    await this.#connection.nats.close();
    await this.pipeline.close();
  }

  async close(): Promise<void> {
    await this.pipeline.close();
    await this.ownership.close();
    await this.storer.close();
    this.work.close();
    this.#world.silence(this.id);
    await this.#connection.close();
  }
}
