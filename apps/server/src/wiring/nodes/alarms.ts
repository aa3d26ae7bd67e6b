import type { AssetId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import { DeedsOfNodes } from '#cluster/alarms/deeds-of-nodes.ts';
import { ToldAlarms } from '#cluster/alarms/told-alarms.ts';
import type { Cluster } from '#cluster/open-cluster.ts';
import { partitionOf } from '#cluster/partitions/partition-of.ts';
import type { Log } from '#config/log.ts';
import type { AlarmDeeds } from '#features/alarms/acting/alarm-deeds.ts';
import type { AlarmBook } from '#features/alarms/alarm-book.ts';
import type { AlarmEngine } from '#features/alarms/alarm-engine.ts';
import type { AlarmRepository, AlarmState } from '#features/alarms/alarm-repository.ts';
import type { AlarmWriter } from '#features/alarms/alarm-writer.ts';
import type { AlarmPlace, AlarmPlaceRepository } from '#features/alarms/engine/alarm-places.ts';
import { AssetShares } from '#features/alarms/engine/asset-shares.ts';
import { startPeriodicJob } from '../../jobs/periodic-job.ts';
import type { Partitions } from './partitions.ts';

/** So far back evaluates whoever takes over alarms to which nothing happened. */
const NOTE_MS = 1_000;

export interface AlarmsOfNodesOptions {
  engine: Pick<AlarmEngine, 'takeOver' | 'passBehind' | 'followNow' | 'letGo'>;
  book: Pick<AlarmBook, 'follow'>;
  writer: Pick<AlarmWriter, 'written' | 'notePlaces'>;
  places: Pick<AlarmPlaceRepository, 'find'>;
  clock: Clock;
  alarms: Pick<AlarmRepository, 'list'>;
  /** Does things with the alarms that are evaluated here. */
  here: AlarmDeeds;
  /** The assets that are evaluated here, or are about to be. */
  shares: AssetShares;
  /** Shows alarms that are otherwise now. */
  show: (states: readonly AlarmState[]) => void;
}

/**
 * Where the alarms of partitions are that are begun here. Of one that is only about to be, nothing is said: where its alarms
 * are is what is about to be read.
 */
export function placesOfAlarms(
  { stream, told }: Pick<Partitions, 'stream' | 'told'>,
  engine: Pick<AlarmEngine, 'passedMs'>,
  assetIds: ReadonlySet<AssetId> | 'all',
): AlarmPlace[] {
  const wanted = assetIds === 'all' ? undefined : new Set([...assetIds].map(partitionOf));
  return [...told()]
    .filter(({ assets: { partition } }) => wanted?.has(partition) ?? true)
    .flatMap(({ assets, sequence }) => {
      const passedMs = engine.passedMs(assets);
      return passedMs === undefined ? [] : [{ partition: assets.partition, stream, sequence, passedMs }];
    });
}

/** Alarms of several nodes: each is evaluated and changed where its asset is owned, and known at all. */
export interface AlarmsOfNodes {
  readonly deeds: AlarmDeeds;
  /** Tells the other nodes of what was written down here. */
  tell(states: readonly AlarmState[]): void;
}

export function openAlarmsOfNodes(
  { cluster, log }: { cluster: Cluster; log: Log },
  partitions: Partitions,
  { engine, book, writer, places, alarms, here, shares, show, clock }: AlarmsOfNodesOptions,
): AlarmsOfNodes {
  const { connection, nodes } = cluster;
  const run = nodes.me.id;
  const begun = new AssetShares();
  // What is evaluated here nobody else knows better.
  const elsewhere = (states: readonly AlarmState[]) => states.filter(({ assetId }) => !shares.has(assetId));
  const told = new ToldAlarms({
    connection,
    run,
    log,
    follow: (states) => {
      const ofOthers = elsewhere(states);
      book.follow(ofOthers);
      // A comment leaves the alarm as it is, and those who look at it are told all the same.
      if (ofOthers.length > 0) show(ofOthers);
    },
    catchUp: async () => {
      const changed = book.follow(elsewhere(await alarms.list()));
      if (changed.length > 0) show(changed);
    },
  });
  const deeds = new DeedsOfNodes({
    connection,
    run,
    here,
    isHere: (assetId: AssetId) => begun.has(assetId),
    ownerOf: (assetId: AssetId) => partitions.ownerOf(assetId),
    followed: () => told.settled(),
  });
  const placeOf = async (partition: number) => {
    const place = await places.find(partition);
    return place?.stream === partitions.stream ? place : undefined;
  };
  // Nobody else has the partition before: what is written here later would be a second time what they have evaluated.
  const write = async () => {
    for (;;) {
      writer.notePlaces();
      try {
        return await writer.written();
      } catch (error) {
        // The writer tells of it, and waits between two tries.
        if (partitions.isClosing) throw error;
      }
    }
  };
  partitions.parts.push({
    seen: async (partition) => {
      // What this node itself has still to write comes before what is read.
      await writer.written();
      return (await placeOf(partition))?.sequence;
    },
    begin: async (share, past) => {
      await engine.takeOver(share, past, (await placeOf(share.partition))?.passedMs ?? clock.now());
    },
    pass: (share, timeMs) => engine.passBehind(share, timeMs),
    follow: async (share) => {
      await engine.followNow(share);
      begun.add(share);
    },
    end: async (share) => {
      begun.remove(share);
      await engine.letGo(share);
      await write();
    },
  });
  const noting = startPeriodicJob('note how far alarms are', NOTE_MS, log, async () => writer.notePlaces());
  partitions.followers.push({ start: () => undefined, close: () => noting.stop() });
  partitions.followers.push(told, deeds);
  return { deeds, tell: (states) => told.tell(states) };
}
