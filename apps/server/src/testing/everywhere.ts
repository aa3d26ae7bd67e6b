import { setTimeout as pause } from 'node:timers/promises';
import { PARTITIONS } from '#cluster/partitions/partition-of.ts';
import type { Context } from '../context.ts';

const LOOK_MS = 2;
const PATIENCE_MS = 40_000;

/** Resolves when the nodes share all partitions out between them and follow them. */
export async function isSpread(nodes: readonly Context[]): Promise<void> {
  const share = PARTITIONS / nodes.length;
  await comes(() => nodes.every(({ partitions }) => partitions?.liveCount === share), 'each node has its partitions');
}

/** Resolves when every node knows what the others have told so far of values, alarms and connected devices. */
export async function isFollowed(nodes: readonly Context[]): Promise<void> {
  for (const { alarmService } of nodes) await alarmService.settled();
  for (const { partitions } of nodes) await partitions?.followed();
  const counts = () => new Set(nodes.map(({ connections }) => connections.connectedCount));
  await comes(() => counts().size === 1, 'the nodes know the same devices');
}

/** Resolves when what stands in the stream of a partition up to a number is in the history, and took effect at every node. */
export async function isEverywhere(nodes: readonly Context[], partition: number, sequence: number): Promise<void> {
  const isStored = ({ partitions }: Context) => (partitions?.storedUntil(partition) ?? 0) >= sequence;
  await comes(() => nodes.some(isStored), `message ${sequence} of partition ${partition} is stored`);
  await isFollowed(nodes);
}

async function comes(isSo: () => boolean, what: string): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > giveUpMs) throw new Error(`It did not come that ${what}.`);
    await pause(LOOK_MS);
  }
}
