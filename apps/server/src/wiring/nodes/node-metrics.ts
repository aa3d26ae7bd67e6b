import type { Registry } from 'prom-client';
import type { Cluster } from '#cluster/open-cluster.ts';
import { addGauge } from '#features/operations/metrics.ts';

export interface NodeFigures {
  /** Nodes that are gone and did not say that they go. */
  lost: () => number;
  /** Partitions that no node has. */
  unowned: () => number;
  /** Partitions that this node has. */
  owned: () => number;
}

/** What a node of a portal of several tells at /metrics. */
export function addNodeMetrics(
  metrics: Registry,
  { connection, nodes, duty }: Pick<Cluster, 'connection' | 'nodes' | 'duty'>,
  { lost, unowned, owned }: NodeFigures,
): void {
  const gauge = (name: string, help: string, read: () => number) => addGauge(metrics, name, help, read);
  gauge('nodes', 'Nodes that this node sees, itself among them', () => nodes.living().length);
  gauge('nodes_lost', 'Nodes that are gone without having said so', lost);
  gauge('partitions_unowned', 'Partitions of the assets that no node stores and evaluates', unowned);
  gauge('node_partitions', 'Partitions of the assets that this node stores and evaluates', owned);
  gauge('node_nats_connected', '1 while this node is connected to NATS', () => Number(connection.isConnected));
  gauge('node_has_duty', '1 while this node does what the portal does once', () => Number(duty.isMine));
  gauge('node_clock_offset_seconds', "Seconds that this node's clock is ahead of the database's", () => {
    return nodes.me.clockOffsetMs / 1_000;
  });
}
