import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssetDefinitionId, AssetId, assets, DataItemId } from '@telltale/contract';
import { seriesKey } from '@telltale/historian';
import { type NatsServers, startNatsServers } from '@telltale/server/cluster/testing/nats-servers.ts';
import type { RoamingDevice } from '@telltale/server/cluster/testing/roaming-device.ts';
import { type PostgresForTest, startPostgresForTest } from '@telltale/server/db/testing/postgres.ts';
import { TEST_PASSWORD } from '@telltale/server/testing/portal.ts';
import { logIn, type PortalClient } from '@telltale/server/testing/portal-client.ts';
import { Chdb } from './chdb.ts';
import { Node } from './node.ts';

const PATIENCE_MS = 120_000;
const LOOK_MS = 200;

/** Two nodes of a portal with servers of their own: three of NATS, PostgreSQL, ClickHouse. Any of them may be killed. */
export class TwoNodes {
  readonly folder: string;
  readonly chdb: Chdb;
  readonly history: string;
  readonly servers: NatsServers;
  readonly postgres: PostgresForTest;
  readonly nodes: readonly Node[];
  readonly settings: Record<string, string>;
  /** Who has logged in at the first node. */
  admin: PortalClient = undefined as never;
  /** Nodes that were taken for gone and ended: nothing is lost by it, but it should be seldom. */
  readonly ended: string[] = [];
  #assets = 0;

  private constructor(
    folder: string,
    [chdb, servers, postgres]: [Chdb, NatsServers, PostgresForTest],
    history: string,
    nodes: readonly Node[],
  ) {
    this.folder = folder;
    [this.chdb, this.servers, this.postgres] = [chdb, servers, postgres];
    this.history = history;
    this.nodes = nodes;
    this.settings = {
      TELLTALE_CLUSTER_URL: servers.url,
      TELLTALE_DATABASE_URL: postgres.urlOf('telltale'),
      TELLTALE_HISTORY_URL: chdb.url(history),
      TELLTALE_FILES: join(folder, 'files'),
      TELLTALE_DATA: folder,
    };
  }

  /** @param more settings of both */
  static async start(more: Record<string, string> = {}): Promise<TwoNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-nodes-'));
    await mkdir(join(folder, 'files'));
    const started = await Promise.all([Chdb.start(), startNatsServers(3), startPostgresForTest()]);
    const [chdb, , postgres] = started;
    await postgres.run('create database telltale');
    const nodes = [await Node.named('one'), await Node.named('two')];
    const portal = new TwoNodes(folder, started, await chdb.newDatabase(), nodes);
    Object.assign(portal.settings, more);
    for (const node of nodes) await node.start(portal.settings);
    await portal.isWell();
    portal.admin = await logIn(portal.one.url, 'admin', TEST_PASSWORD);
    return portal;
  }

  get one(): Node {
    return this.nodes[0] as Node;
  }

  get two(): Node {
    return this.nodes[1] as Node;
  }

  /** Resolves once the nodes answer that all is well, the history with what is in the streams. */
  async isWell(nodes = this.nodes): Promise<void> {
    const giveUpMs = performance.now() + PATIENCE_MS;
    for (const node of nodes) {
      for (let { status, reason } = await node.health(); status !== 'ok'; { status, reason } = await node.health()) {
        if (performance.now() > giveUpMs) throw new Error(`Node ${node.name} is ${status}: ${reason}`);
        await pause(LOOK_MS);
      }
    }
  }

  /** A node does not start while servers choose their leader; whatever looks after it starts it again. */
  async startAgain(node: Node): Promise<void> {
    const giveUpMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await node.start(this.settings);
      } catch (error) {
        if (performance.now() > giveUpMs) throw error;
        await pause(LOOK_MS);
      }
    }
  }

  /** Resolves once all is well. A node that has ended by itself is started again, as by its service. */
  async wellAgain(): Promise<void> {
    for (;;) {
      try {
        return await this.isWell();
      } catch (error) {
        const gone = this.nodes.filter(({ isRunning }) => !isRunning);
        if (gone.length === 0) throw error;
        this.ended.push(...gone.map(({ name }) => name));
        await Promise.all(gone.map((node) => this.startAgain(node)));
      }
    }
  }

  async aDefinition(assetDefinitionName: string): Promise<AssetDefinitionId> {
    const reply = await this.admin.post<{ assetDefinitionId: AssetDefinitionId }>('/api/ef/assetdefinitions', {
      assetDefinitionName,
    });
    return reply.body.assetDefinitionId;
  }

  async anAsset(assetDefinitionId: AssetDefinitionId): Promise<{ assetId: AssetId; accessToken: string }> {
    const name = `pump ${++this.#assets}`;
    const asset = { serialNumber: name, assetAlias: name, assetDefinitionId };
    return (await this.admin.post<{ assetId: AssetId; accessToken: string }>('/api/assets', asset)).body;
  }

  /** Of what a device was acknowledged for, the times whose value is not at the server as it was sent. */
  async unstoredOf({ assetId, acknowledged }: RoamingDevice): Promise<number[]> {
    const items = await this.admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const item = items.body.find(({ label }) => label === 'N');
    const key = seriesKey(assetId, item?.dataItemId as DataItemId);
    const sql = `SELECT time, value FROM ${this.history}.history_points FINAL WHERE key = ${key} FORMAT TSV`;
    const rows = (await this.chdb.ask(sql)).split('\n').map((row) => row.split('\t').map(Number));
    const stored = new Map(rows as [number, number][]);
    return acknowledged.filter((timeMs) => stored.get(timeMs) !== timeMs);
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end('SIGKILL')));
    await Promise.all([this.servers.stop(), this.postgres.stop(), this.chdb.close()]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
