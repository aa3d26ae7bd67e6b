import type { AssetId, DataItemId } from '@telltale/contract';
import { type Historian, type SeriesKey, seriesKeyParts } from '@telltale/historian';
import type { Cluster } from '#cluster/open-cluster.ts';
import type { NodeRun } from '#cluster/partitions/cluster-nodes.ts';
import { NodesOfRegistry } from '#cluster/partitions/nodes-of-registry.ts';
import { PARTITIONS_BUCKET, PartitionKeys, streamOf } from '#cluster/partitions/partition-keys.ts';
import { PARTITIONS, partitionOf } from '#cluster/partitions/partition-of.ts';
import { PartitionOwnership } from '#cluster/partitions/partition-ownership.ts';
import { CarriedSlots } from '#cluster/points/carried-slots.ts';
import { claimTicks, TICKS_BUCKET } from '#cluster/points/claim-ticks.ts';
import type { PartitionAssets, PartitionPart } from '#cluster/points/partition-part.ts';
import { PartitionWork } from '#cluster/points/partition-work.ts';
import { type OnKept, PointPublisher } from '#cluster/points/point-publisher.ts';
import { PointStorer } from '#cluster/points/point-storer.ts';
import { lastSequence, openPointStream } from '#cluster/points/point-stream.ts';
import { StillPartitions } from '#cluster/points/still-partitions.ts';
import { ToldPoints } from '#cluster/points/told-points.ts';
import type { CurrentValues } from '#ingest/current-values.ts';
import type { DeviceRegistry } from '#ingest/device-registry.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import type { IngestPipeline } from '#ingest/pipeline.ts';
import type { PipelineParts } from '#ingest/pipeline-parts.ts';
import { startPeriodicJob } from '../../jobs/periodic-job.ts';
import type { Foundation } from '../foundation.ts';
import type { Repositories } from '../repositories.ts';
import { tellBehind } from './history-of-nodes.ts';

const TELL_BEHIND_MS = 1_000;
const WATCH_EVERY_MS = 5_000;

/** The assets that this node stores, evaluates and tells of, where a portal has several. */
export interface Partitions {
  /** What knows more of an asset where it is owned; more may join before it starts. */
  readonly parts: PartitionPart[];
  /** What hears other nodes while this one has partitions; more may join before it starts. */
  readonly followers: Follower[];
  readonly ownership: PartitionOwnership;
  /** This node gives them all up, and ends. */
  readonly isClosing: boolean;
  /** Partitions of this node that are followed, with everything before stored. */
  readonly liveCount: number;
  /** Whether an asset is of a partition that is owned here. */
  owns(assetId: AssetId): boolean;
  /** Who owns the partition of an asset, as far as that is known here. */
  ownerOf(assetId: AssetId): NodeRun | undefined;
  /** Of each partition, as far as that is known here. */
  owners(): readonly (NodeRun | undefined)[];
  /** Points that were read from the streams and are not stored yet. */
  readonly pointsWaiting: number;
  /** Up to which number of the stream a partition that is owned here is in the history, and took effect; undefined: it is not. */
  storedUntil(partition: number): number | undefined;
  /** Names the stream of points: other numbers than its own say nothing of it. */
  readonly stream: string;
  /** How far each partition that is begun here is told. */
  told(): Iterable<{ assets: PartitionAssets; sequence: number }>;
  /** Since when what came here waits to be told, if for longer than a moment. */
  readonly waitingSinceMs: number | undefined;
  /** Resolves when all that other nodes have told so far has taken effect here. */
  followed(): Promise<void>;
  /** Resolves when all that this node has read from the streams so far is stored and told of. */
  drained(): Promise<void>;
  start(): void;
  /** Gives everything up, so that others need not wait for this node's end. */
  close(): Promise<void>;
}

export interface Follower {
  start(): void;
  /** Resolves when what it has heard so far has taken effect. */
  settled?(): Promise<void>;
  close(): void | Promise<void>;
}

export interface IntakeOptions {
  /** Waited for before a device is told that a message is kept (tests: until every node shows it). */
  onKept?: OnKept;
}

/** Where what devices send at this node goes: into the streams, at times that no other node gives. */
export async function openIntake(
  { cluster, log }: Pick<Foundation, 'log'> & { cluster: Cluster },
  { onKept }: IntakeOptions,
): Promise<Pick<PipelineParts, 'sink' | 'ticks'>> {
  const { connection, nodes } = cluster;
  await openPointStream(connection.manager, connection.replicas);
  const leases = new Set((await nodes.leases()).map(({ id }) => id));
  const ticks = await claimTicks(await connection.bucket(TICKS_BUCKET), nodes.me.id, (run) => leases.has(run));
  return { sink: new PointPublisher({ jetStream: connection.jetstream, run: nodes.me.id, log, onKept }), ticks };
}

export interface PartitionsOptions {
  historian: Historian;
  registry: DeviceRegistry;
  currentValues: CurrentValues;
  pipeline: IngestPipeline;
  feeds: readonly LiveFeed[];
  /** To browsers. */
  liveFeed: LiveFeed;
}

export async function openPartitions(
  { cluster, log }: Pick<Foundation, 'log'> & { cluster: Cluster },
  { items }: Pick<Repositories, 'items'>,
  { historian, registry, currentValues, pipeline, feeds, liveFeed }: PartitionsOptions,
): Promise<Partitions> {
  const { connection, nodes, times } = cluster;
  const slots = new CarriedSlots({ registry, items });
  const assets = () => [...registry.list()].map(({ assetId }) => assetId);
  const owns = (assetId: AssetId) => ownership.owns(partitionOf(assetId));
  const told = new ToldPoints({
    connection,
    run: nodes.me.id,
    slots,
    feeds,
    log,
    catchUp: async () => {
      const others = assets().filter((assetId) => !owns(assetId));
      await slots.learn(others);
      for (const slot of await currentValues.catchUp(historian, others)) {
        const sink = liveFeed.sinkFor(slot.assetId);
        sink?.current(slot);
        sink?.settled(slot.timeMs);
      }
    },
  });
  const storer = new PointStorer({
    historian,
    feeds,
    onTold: (commit, messages) => told.tell(commit, messages),
    onRefused: (commit, message, error) => pipeline.quarantineRefused(commit, message, error),
    log,
  });
  const parts: PartitionPart[] = [
    {
      prepare: (some, past) => currentValues.warmAssets(past, some.list(), (key, timeMs) => past.isLater(key, timeMs)),
    },
  ];
  const isCalculated = (key: SeriesKey) => {
    const { assetId, dataItemId } = seriesKeyParts(key);
    return registry.findSlot(assetId as AssetId, dataItemId as DataItemId)?.isCalculated === true;
  };
  const { jetstream: jetStream, manager } = connection;
  const work = new PartitionWork({
    ...{ jetStream, manager, storer, slots, assets, parts, log },
    ...{ historian, isCalculated },
  });
  const telling = startPeriodicJob('tell whether the history is behind', TELL_BEHIND_MS, log, async () => {
    tellBehind(nodes, storer, work.behindSinceMs, still.sinceMs);
  });
  const still = new StillPartitions({
    progress: () => work.progress(),
    newest: (partition) => lastSequence(manager, partition),
    log,
  });
  const watching = startPeriodicJob('see that what was acknowledged is stored', WATCH_EVERY_MS, log, () =>
    still.look(),
  );
  const bucket = await connection.bucket(PARTITIONS_BUCKET);
  const stream = await streamOf(bucket);
  const ownership: PartitionOwnership = new PartitionOwnership({
    keys: new PartitionKeys(bucket),
    nodes: new NodesOfRegistry(nodes, times),
    host: work,
    log,
  });
  const followers: Follower[] = [told];
  let isClosing = false;
  return {
    parts,
    followers,
    ownership,
    get isClosing() {
      return isClosing;
    },
    get liveCount() {
      return work.liveCount;
    },
    owns,
    ownerOf: (assetId) => ownership.ownerOf(partitionOf(assetId)),
    owners: () => Array.from({ length: PARTITIONS }, (_, partition) => ownership.ownerOf(partition)),
    get pointsWaiting() {
      return storer.stats().inFlight;
    },
    storedUntil: (partition) => work.storedUntil(partition),
    stream,
    told: () => work.told(),
    get waitingSinceMs() {
      return storer.waitingSinceMs;
    },
    async followed() {
      // What was published before comes before the answer.
      await connection.nats.flush();
      for (const follower of followers) await follower.settled?.();
    },
    drained: () => storer.drained(),
    start() {
      for (const follower of followers) follower.start();
      ownership.start();
    },
    async close() {
      isClosing = true;
      await ownership.close();
      await storer.close();
      await Promise.all([telling.stop(), watching.stop()]);
      work.close();
      for (const follower of followers) await follower.close();
    },
  };
}
