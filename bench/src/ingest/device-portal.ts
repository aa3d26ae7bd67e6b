/**
 * A portal in a process of its own with assets whose tokens the load generator knows. Tells its port to the parent,
 * answers what it has stored, and ends with it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId } from '@telltale/contract';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { hashToken } from '@telltale/server/random-token.ts';
import { startServer } from '@telltale/server/server.ts';
import { folderBytes } from '../historian/process-facts.ts';

export interface DevicePortal {
  pid: number;
  mqttPort: number;
}

export interface StoredFacts {
  /** Points that the ingest has put on disk. */
  stored: number;
  /** Points in the history. */
  points: number;
  bytesOnDisk: number;
}

const assets = Number(process.argv[2]);
const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data') };
const config = { ...readConfig(settings), httpPort: 0, mqttPort: 0, adminPassword: 'a benchmark password' };
const server = await startServer(config, { log: createLog('error') });
const { context } = server;
const { assetDefinitionId } = await context.definitionService.create(systemCaller, 'Pump station');
await context.db.transaction().execute(async (trx) => {
  const repository = new AssetRepository(trx);
  for (let n = 0; n < assets; n++) {
    await repository.insert({
      assetDefinitionId,
      adminId: 1 as AdminId,
      serialNumber: `PS-${n}`,
      assetAlias: '',
      description: '',
      tokenHash: hashToken(`token-${n}`),
      createdMs: Date.now(),
    });
  }
});
process.send?.({ pid: process.pid, mqttPort: server.mqttPort ?? 0 } satisfies DevicePortal);

process.on('message', async (message) => {
  if (message === 'facts') {
    const { points } = context.historian.stats();
    const bytesOnDisk = folderBytes(join(folder, 'data/history'));
    process.send?.({ stored: context.pipeline.stats().stored, points, bytesOnDisk } satisfies StoredFacts);
    return;
  }
  await server.close();
  await rm(folder, { recursive: true, force: true });
  process.disconnect();
});
