import { access, constants } from 'node:fs/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ClusterError, COPIES, whyNoJetStream } from '#cluster/connection/cluster-error.ts';
import { connectToCluster } from '#cluster/connection/connect.ts';
import type { ClusterConfig } from '#config/cluster-settings.ts';
import type { Config } from '#config/config.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const WHAT = 'NATS';
const SETTING = 'TELLTALE_CLUSTER_URL';
const NAME = 'telltale-doctor';
const ANSWER_MS = 5_000;
/** The streams of the portal, those of its key-value stores among them. */
const OWN = /^(KV_)?telltale-/;

/** What is between the nodes of a portal of several: the servers, what they keep and how often, and the folder of all. */
export async function checkCluster({ cluster }: Pick<Config, 'cluster'>): Promise<Finding[]> {
  if (cluster === undefined) return [];
  return [...(await checkServers(cluster)), await checkFolder(cluster.filesFolder)];
}

async function checkServers(cluster: ClusterConfig): Promise<Finding[]> {
  let nats: NatsConnection;
  try {
    nats = await connectToCluster(cluster, NAME);
  } catch (error) {
    if (error instanceof ClusterError) return [fault(WHAT, `It cannot be used (${SETTING}): ${error.message}`)];
    throw error;
  }
  try {
    const manager = await jetstreamManager(nats, { timeout: ANSWER_MS });
    const isCluster = nats.info?.cluster !== undefined;
    const findings = [
      ...(await checkEach(cluster)),
      await checkCopies(manager, isCluster),
      ...(await checkStreams(manager)),
    ];
    return findings.some(({ state }) => state !== 'ok') ? findings.filter(({ state }) => state !== 'ok') : findings;
  } catch (error) {
    return [fault(WHAT, whyNoJetStream(error))];
  } finally {
    await nats.close();
  }
}

/** Each server that is named: a node must be able to go to any of them. */
async function checkEach(cluster: ClusterConfig): Promise<Finding[]> {
  const versions = new Set<string>();
  const away: string[] = [];
  for (const server of cluster.servers) {
    try {
      const nats = await connectToCluster({ ...cluster, servers: [server] }, NAME);
      versions.add(nats.info?.version ?? '');
      await nats.close();
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      away.push(error.message);
    }
  }
  const findings = away.map((text) => warning(WHAT, `A server of ${SETTING} is missing: ${text}`));
  if (versions.size > 1) {
    const told = [...versions].sort().join(' and ');
    findings.push(warning(WHAT, `Its servers are of different versions (${told}). Bring them to the newest.`));
  }
  return findings.length > 0 ? findings : [ok(WHAT, `Version ${[...versions].join()} answers, with JetStream.`)];
}

/** Whether what devices send can be kept by three servers; a stream in memory is made for that and removed. */
async function checkCopies(manager: JetStreamManager, isCluster: boolean): Promise<Finding> {
  const what = 'Copies';
  if (!isCluster) {
    return warning(
      what,
      'One NATS server keeps what devices sent, and is lost with its disk. For good there are three.',
    );
  }
  const name = `${NAME}-${process.pid}`;
  try {
    await manager.streams.add({ name, subjects: [name], num_replicas: COPIES, storage: 'memory' });
    await manager.streams.delete(name);
    return ok(what, `${COPIES} servers keep what devices sent.`);
  } catch (error) {
    return fault(what, whyNoJetStream(error));
  }
}

/** What the portal keeps there already: by as many servers as it wants, all of them with the newest. */
async function checkStreams(manager: JetStreamManager): Promise<Finding[]> {
  const what = 'Streams';
  const behind: string[] = [];
  let count = 0;
  for await (const { config, cluster } of manager.streams.list()) {
    if (!OWN.test(config.name)) continue;
    count++;
    const others = cluster?.replicas ?? [];
    const isWhole = others.length + 1 >= config.num_replicas && others.every((one) => one.current && !one.offline);
    if (!isWhole) behind.push(config.name);
  }
  if (count === 0) return [ok(what, 'There are none yet; the first node makes them.')];
  if (behind.length === 0) return [ok(what, `Every server that is to keep them has all ${count}.`)];
  const text = `Of ${behind.length} of ${count} a server is missing or behind (${behind.join(', ')}): one more that fails stops the portal.`;
  return [warning(what, text)];
}

async function checkFolder(folder: string): Promise<Finding> {
  const what = 'Folder of all nodes';
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return ok(what, folder);
  } catch (error) {
    return fault(
      what,
      `This user may not write to ${folder} (TELLTALE_FILES): ${reasonOf(error)}. Mount it at each node.`,
    );
  }
}
