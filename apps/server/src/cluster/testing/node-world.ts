import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import { type Foundation, type FoundationOptions, openFoundation } from '../../wiring/foundation.ts';
import type { ClusterTimes } from '../nodes/cluster-node.ts';
import { type NatsServers, startNatsServers } from './nats-servers.ts';

/** A twentieth of the usual times would be shorter than what a busy machine lets a process wait. */
export const QUICK_TIMES: ClusterTimes = { renewMs: 200, soundMs: 2_500, leaseMs: 3_000 };

/** What nodes have in common: PostgreSQL, NATS, a folder. */
export interface NodeWorld {
  readonly databaseUrl: string;
  readonly servers: NatsServers;
  readonly folder: string;
  /** Settings of a node of this world. */
  configOf(name: string, changed?: Partial<Config>): Config;
  /** Opens a node as far as its database and its place among the others. */
  openNode(name: string, changed?: Partial<Config>, options?: FoundationOptions): Promise<Foundation>;
  close(): Promise<void>;
}

export async function openNodeWorld(): Promise<NodeWorld> {
  const [database, servers] = await Promise.all([createMigratedDatabase(), startNatsServers(1)]);
  const folder = await mkdtemp(join(tmpdir(), 'telltale-nodes-'));
  const configOf = (name: string, changed: Partial<Config> = {}): Config => ({
    ...readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, `data-${name}`) }),
    httpPort: 0,
    databaseUrl: database.url,
    cluster: { ...servers.address, node: name, filesFolder: join(folder, 'files') },
    ...changed,
  });
  return {
    databaseUrl: database.url,
    servers,
    folder,
    configOf,
    async openNode(name, changed, options = {}) {
      const closing = new AsyncDisposableStack();
      const config = configOf(name, changed);
      const clock = { now: () => Date.now() };
      const all = { clusterTimes: QUICK_TIMES, ...options };
      try {
        return await openFoundation(config, clock, createLog('silent'), closing, all);
      } catch (error) {
        await closing.disposeAsync();
        throw error;
      }
    },
    async close() {
      await servers.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
