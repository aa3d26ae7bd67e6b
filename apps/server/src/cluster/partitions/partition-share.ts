import { isSameRun, type NodeRun } from './cluster-nodes.ts';
import { PARTITIONS } from './partition-of.ts';

/** How many partitions a node is to have among those that live: as many as the others, or one more. */
export function shareOf(self: NodeRun, living: readonly NodeRun[]): number {
  const sorted = [...living].sort((a, b) => compare(a.node, b.node) || compare(a.run, b.run));
  const place = sorted.findIndex((one) => isSameRun(one, self));
  if (place < 0) return 0;
  return Math.floor(PARTITIONS / sorted.length) + (place < PARTITIONS % sorted.length ? 1 : 0);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
