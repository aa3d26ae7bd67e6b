import { type Historian, type HistoryBehind, type HistoryTarget, openNodeHistorian } from '@telltale/historian';
import { sql } from 'kysely';
import type { NodeRegistry } from '#cluster/nodes/node-registry.ts';
import type { Cluster } from '#cluster/open-cluster.ts';
import { HistoryOrder } from '#cluster/points/history-order.ts';
import type { PointStorer } from '#cluster/points/point-storer.ts';
import type { Foundation } from '../foundation.ts';

/** What each node tells the others of what it has read from the streams and not stored; 0: nothing is late. */
const SINCE = 'historyBehindSinceMs';
const POINTS = 'historyBehindPoints';
const IS_REFUSED = 'historyRefuses';

export function tellBehind(nodes: NodeRegistry, storer: PointStorer, ...others: readonly (number | undefined)[]): void {
  const since = [storer.behindSinceMs, ...others].filter((one) => one !== undefined);
  const behindSinceMs = since.length === 0 ? undefined : Math.min(...since);
  nodes.note(SINCE, behindSinceMs === undefined ? 0 : Math.floor(behindSinceMs));
  nodes.note(POINTS, behindSinceMs === undefined ? 0 : storer.stats().inFlight);
  nodes.note(IS_REFUSED, storer.fault === undefined ? 0 : 1);
}

/** Over all nodes: a chart shows assets of any. */
export function behindOf(nodes: Pick<NodeRegistry, 'living'>): HistoryBehind | null {
  const late = nodes.living().filter(({ notes }) => Number(notes[SINCE] ?? 0) > 0);
  if (late.length === 0) return null;
  return {
    sinceMs: Math.min(...late.map(({ notes }) => Number(notes[SINCE]))),
    points: late.reduce((sum, { notes }) => sum + Number(notes[POINTS] ?? 0), 0),
    bytes: 0,
    reason: late.some(({ notes }) => notes[IS_REFUSED] === 1) ? 'it takes in nothing' : null,
  };
}

/**
 * Opens the history that all nodes share. What is acknowledged waits in the streams, nothing in the data folder of a node.
 * @throws HistoryServerError with a line that says what to do
 */
export async function openHistoryOfNodes(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  { portal, connection, nodes }: Cluster,
  target: HistoryTarget,
): Promise<Historian> {
  const touchRecords = async () => void (await sql`select 1`.execute(db));
  return openNodeHistorian({
    target,
    portal,
    node: nodes.me.name,
    order: await HistoryOrder.open({ connection, touchRecords }),
    behind: () => behindOf(nodes),
    now: () => clock.now(),
  });
}
