/** A portal in a process of its own, as a client of the broker at the address that it is given. Answers what it has stored. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { startServer } from '@telltale/server/server.ts';

export interface BrokerFacts {
  pid: number;
  /** Points that the ingest has put on disk. */
  stored: number;
  waiting: number;
}

const RULE = {
  name: 'Pumps',
  topic: 'plant/{serial}',
  serialNumber: '{serial}',
  values: [{ path: '$.values.*', label: '{key}' }],
  time: { source: '$.ts' },
};

const [folder = '', url = ''] = process.argv.slice(2);
await mkdir(join(folder, 'config'), { recursive: true });
await writeFile(join(folder, 'config/broker.json'), JSON.stringify({ rules: [RULE] }));
const config = {
  ...readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data'), TELLTALE_BROKER_URL: url }),
  httpPort: 0,
  mqttPort: undefined,
  configFolder: join(folder, 'config'),
};
const { context, close } = await startServer(config, { log: createLog('error') });

const facts = (): BrokerFacts => ({
  pid: process.pid,
  stored: context.pipeline.stats().stored,
  waiting: context.outsideBroker?.state.waiting ?? 0,
});
process.send?.(facts());
process.on('message', async (message: 'facts' | 'stop') => {
  if (message === 'facts') {
    process.send?.(facts());
    return;
  }
  await close();
  process.disconnect();
});
