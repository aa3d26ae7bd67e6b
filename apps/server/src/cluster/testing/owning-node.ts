/**
 * A node that owns partitions and nothing else: `node owning-node.ts <database> <nats> <folder>`. Says how many it has
 * whenever that changes, and ends when another node has ended it.
 */
import { join } from 'node:path';
import { parseClusterUrl } from '#config/cluster-settings.ts';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { openFoundation } from '../../wiring/foundation.ts';
import { NodesOfRegistry } from '../partitions/nodes-of-registry.ts';
import { PARTITIONS_BUCKET, PartitionKeys } from '../partitions/partition-keys.ts';
import { PartitionOwnership } from '../partitions/partition-ownership.ts';
import { QUICK_TIMES } from './node-world.ts';

const [databaseUrl = '', nats = '', folder = ''] = process.argv.slice(2);
const address = parseClusterUrl(nats);
if (!address) throw new Error(`${nats} is no address.`);
const config = {
  ...readConfig({ TELLTALE_DATA: join(folder, 'data-owner') }),
  databaseUrl,
  cluster: { ...address, node: 'owner', filesFolder: join(folder, 'files') },
};
const log = createLog('silent');
const { cluster } = await openFoundation(config, { now: () => Date.now() }, log, new AsyncDisposableStack(), {
  clusterTimes: QUICK_TIMES,
  onDatabaseTaken: () => {
    process.stdout.write('taken\n');
    process.exit(1);
  },
});
if (!cluster) throw new Error('It is no node.');
const say = () => process.stdout.write(`owns ${ownership.held().length}\n`);
const ownership = new PartitionOwnership({
  keys: new PartitionKeys(await cluster.connection.bucket(PARTITIONS_BUCKET)),
  nodes: new NodesOfRegistry(cluster.nodes, QUICK_TIMES),
  host: {
    begin: say,
    end: async () => {
      say();
    },
  },
  log,
});
ownership.start();
