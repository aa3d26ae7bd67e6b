/**
 * A node and nothing else of a portal: `node writing-node.ts <database> <nats> <folder>`. Writes rows into `node_marks` as
 * fast as it can, says that it has begun, and ends when another node has ended it.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { parseClusterUrl } from '#config/cluster-settings.ts';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { openFoundation } from '../../wiring/foundation.ts';
import { QUICK_TIMES } from './node-world.ts';

const [databaseUrl = '', nats = '', folder = ''] = process.argv.slice(2);
const address = parseClusterUrl(nats);
if (!address) throw new Error(`${nats} is no address.`);
const config = {
  ...readConfig({ TELLTALE_DATA: join(folder, 'data-writer') }),
  databaseUrl,
  cluster: { ...address, node: 'writer', filesFolder: join(folder, 'files') },
};
const { db } = await openFoundation(
  config,
  { now: () => Date.now() },
  createLog('silent'),
  new AsyncDisposableStack(),
  {
    clusterTimes: QUICK_TIMES,
    onDatabaseTaken: () => {
      process.stdout.write('taken\n');
      process.exit(1);
    },
  },
);

async function write(): Promise<void> {
  for (;;) {
    await sql`insert into node_marks (mark) values (1)`
      .execute(db)
      // What it is refused does not keep a node from trying again.
      .catch(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

for (let writer = 0; writer < 3; writer++) void write();
process.stdout.write('begun\n');
