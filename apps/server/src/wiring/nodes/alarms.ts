import type { AssetId } from '@telltale/contract';
import { DeedsOfNodes } from '#cluster/alarms/deeds-of-nodes.ts';
import { ToldAlarms } from '#cluster/alarms/told-alarms.ts';
import type { Cluster } from '#cluster/open-cluster.ts';
import type { Log } from '#config/log.ts';
import type { AlarmDeeds } from '#features/alarms/acting/alarm-deeds.ts';
import type { AlarmBook } from '#features/alarms/alarm-book.ts';
import type { AlarmEngine } from '#features/alarms/alarm-engine.ts';
import type { AlarmRepository, AlarmState } from '#features/alarms/alarm-repository.ts';
import type { AlarmWriter } from '#features/alarms/alarm-writer.ts';
import { AssetShares } from '#features/alarms/engine/asset-shares.ts';
import type { Partitions } from './partitions.ts';

export interface AlarmsOfNodesOptions {
  engine: Pick<AlarmEngine, 'takeOver' | 'letGo'>;
  book: Pick<AlarmBook, 'follow'>;
  writer: Pick<AlarmWriter, 'written'>;
  alarms: Pick<AlarmRepository, 'list'>;
  /** Does things with the alarms that are evaluated here. */
  here: AlarmDeeds;
  /** The assets that are evaluated here, or are about to be. */
  shares: AssetShares;
  /** Shows alarms that are otherwise now. */
  show: (states: readonly AlarmState[]) => void;
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
  { engine, book, writer, alarms, here, shares, show }: AlarmsOfNodesOptions,
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
  partitions.parts.push({
    begin: async (share) => {
      await engine.takeOver(share);
      begun.add(share);
    },
    end: async (share) => {
      begun.remove(share);
      await engine.letGo(share);
      await writer.written();
    },
  });
  partitions.followers.push(told, deeds);
  return { deeds, tell: (states) => told.tell(states) };
}
