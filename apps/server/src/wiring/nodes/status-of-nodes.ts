import type { NodeStatus, PortalStatus } from '@telltale/contract';
import type { ClusterNode } from '#cluster/nodes/cluster-node.ts';
import { DUTY_SETTINGS, dutySettings, unlikeSettings } from '#cluster/nodes/fingerprints.ts';
import type { Cluster } from '#cluster/open-cluster.ts';
import { PARTITIONS } from '#cluster/partitions/partition-of.ts';
import type { LostNode } from '#db/hold/node-hold.ts';
import { startPeriodicJob } from '../../jobs/periodic-job.ts';
import type { Foundation } from '../foundation.ts';
import { addNodeMetrics } from './node-metrics.ts';
import type { Partitions } from './partitions.ts';

const NOTE_MS = 1_000;
const LOST_MS = 5_000;
const DEVICES = 'devices';
const WAITING = 'pointsWaiting';
/** Times of devices, of sessions and of other nodes do not fit together beyond this. */
const WRONG_CLOCK_MS = 5_000;
/** Partitions of a node that was killed are taken over sooner. */
const UNOWNED_MS = 15_000;

export interface StatusOfNodesParts {
  partitions: Partitions;
  /** Sessions of devices and gateways at this node. */
  devices: () => number;
}

/**
 * Tells the others and /metrics how this node is, watches over their clocks and partitions, and answers what the status page
 * shows of all.
 */
export function statusOfNodes(
  {
    cluster,
    config,
    health,
    metrics,
    log,
    closing,
  }: Pick<Foundation, 'config' | 'health' | 'metrics' | 'log' | 'closing'> & { cluster: Cluster },
  { partitions, devices }: StatusOfNodesParts,
): () => PortalStatus['cluster'] {
  const { nodes } = cluster;
  nodes.note(DUTY_SETTINGS, JSON.stringify(dutySettings(config)));
  let unownedSinceMs: number | undefined;
  const unowned = () => {
    const runs = new Set(nodes.living().map(({ id }) => id));
    return PARTITIONS - partitions.owners().filter((owner) => owner !== undefined && runs.has(owner.run)).length;
  };
  const job = startPeriodicJob('tell how this node is', NOTE_MS, log, async () => {
    nodes.note(DEVICES, devices());
    nodes.note(WAITING, partitions.pointsWaiting);
    unownedSinceMs = unowned() === 0 ? undefined : (unownedSinceMs ?? performance.now());
  });
  closing.defer(() => job.stop());
  let lost: LostNode[] = [];
  const roll = startPeriodicJob('look for lost nodes', LOST_MS, log, async () => {
    lost = await nodes.lost();
  });
  closing.defer(() => roll.stop());
  // Anyone may read the health: which node it is the status page says.
  health.addWarning(() =>
    nodes.living().some(({ clockOffsetMs }) => Math.abs(clockOffsetMs) > WRONG_CLOCK_MS)
      ? ['The clock of a node is wrong; see the status page.']
      : [],
  );
  health.addWarning(() =>
    unownedSinceMs !== undefined && performance.now() - unownedSinceMs > UNOWNED_MS
      ? ['No node stores what some of the assets send; see the status page.']
      : [],
  );
  health.addWarning(() =>
    lost.length > 0 ? ['A node is gone that did not say that it goes; see the status page.'] : [],
  );
  health.addWarning(() => {
    const unlike = unlikeSettings(nodes.living());
    if (unlike.length === 0) return [];
    return [`Not the same at every node: ${unlike.join(', ')}. The one with the duty follows its own; set them alike.`];
  });
  const owned = (id: string, owners = partitions.owners()) => owners.filter((owner) => owner?.run === id).length;
  addNodeMetrics(metrics, cluster, { lost: () => lost.length, unowned, owned: () => owned(nodes.me.id) });
  return () => {
    const owners = partitions.owners();
    const toStatus = (node: ClusterNode): NodeStatus => ({
      name: node.name,
      version: node.version,
      startedAt: new Date(node.sinceMs).toISOString(),
      isThis: node.id === nodes.me.id,
      hasDuty: node.hasDuty,
      clockOffsetMs: node.clockOffsetMs,
      mayOwn: node.mayOwn,
      partitions: owned(node.id, owners),
      devices: Number(node.notes[DEVICES] ?? 0),
      pointsWaiting: Number(node.notes[WAITING] ?? 0),
    });
    const shown = nodes.living().map(toStatus);
    return {
      nodes: shown.toSorted((a, b) => a.name.localeCompare(b.name)),
      lost: lost.map(({ lostAt, ...node }) => ({ ...node, lostAt: lostAt.toISOString() })),
      partitions: PARTITIONS,
      unowned: unowned(),
    };
  };
}
