import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { ClusterConfig } from '#config/cluster-settings.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { DataFolder } from '#data-folder.ts';
import type { NodeHold } from '#db/hold/node-hold.ts';
import type { Database } from '#db/schema.ts';
import type { News } from '#news/news.ts';
import type { Topic } from '#news/topic.ts';
import type { NodeEntry } from '../open-portal-database.ts';
import { openSecretBox } from '../secret-box.ts';
import { ClusterConnection } from './connection/cluster-connection.ts';
import { ClusterError } from './connection/cluster-error.ts';
import { Duty } from './jobs/duty.ts';
import { SharedNews } from './news/shared-news.ts';
import { CLUSTER_TIMES, type ClusterTimes } from './nodes/cluster-node.ts';
import { printsOf, refuseStranger } from './nodes/fingerprints.ts';
import { noteFormat, refuseNewerFormat } from './nodes/kept-format.ts';
import { NodeRegistry } from './nodes/node-registry.ts';

const ID_BYTES = 12;

/** What one node of a portal of several has of the others. */
export interface Cluster {
  /** Which portal it is: that of one database, and of no copy of it. */
  readonly portal: string;
  readonly connection: ClusterConnection;
  readonly nodes: NodeRegistry;
  readonly news: SharedNews;
  readonly duty: Duty;
  readonly times: ClusterTimes;
}

interface JoinOptions {
  db: Kysely<Database>;
  news: News;
  times?: ClusterTimes | undefined;
  /** The clock of this node's machine, ms. */
  now?: (() => number) | undefined;
}

/** A node on its way in: it can be reached, and knows what it must have in common with the others. */
export interface Entry {
  readonly connection: ClusterConnection;
  readonly node: NodeEntry;
}

/** @throws ClusterError when the servers between the nodes cannot be used */
export async function approachCluster(
  { cluster, historyTarget }: Config & { cluster: ClusterConfig },
  folder: DataFolder,
  version: string,
  log: Log,
): Promise<Entry> {
  const connection = await ClusterConnection.open(cluster, cluster.node, log);
  try {
    await refuseNewerFormat(connection);
    await mkdir(cluster.filesFolder, { recursive: true, mode: 0o700 });
    const box = await openSecretBox(folder.secretKeyFile);
    const prints = await printsOf({ connection, historyTarget, filesFolder: cluster.filesFolder, box });
    const row = { name: cluster.node, version, prints };
    const join: NodeEntry['join'] = (living) => {
      refuseStranger(row, living);
      return row;
    };
    return { connection, node: { id: randomBytes(ID_BYTES).toString('base64url'), join } };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Tells the others that this node is there.
 * @throws ClusterError when nodes of another portal are at the same servers
 */
export async function joinCluster(
  { connection }: Entry,
  hold: NodeHold,
  node: { name: string; version: string; database: string },
  log: Log,
  { db, news, times, now }: JoinOptions,
): Promise<Cluster> {
  const registered = { id: hold.id, ...node };
  const nodes = new NodeRegistry({
    connection,
    hold,
    log,
    node: registered,
    ...(times && { times }),
    ...(now && { now }),
  });
  await nodes.start();
  // Each puts its lease down before it looks: of two that begin at once one at least finds the other.
  const stranger = (await nodes.leases()).find(({ database }) => database !== node.database);
  if (stranger === undefined) {
    await noteFormat(connection);
    const topics = new Map(Object.values(news).map((topic: Topic<never>) => [topic.name, topic]));
    const shared = new SharedNews({ db, connection, nodes, topics, log });
    await shared.load();
    const duty = new Duty({ connection, nodes, log, times });
    await duty.start();
    return { portal: node.database, connection, nodes, news: shared, duty, times: times ?? CLUSTER_TIMES };
  }
  await nodes.leave();
  throw new ClusterError(`the node ${stranger.name} at these servers has another database (TELLTALE_DATABASE_URL).`);
}
