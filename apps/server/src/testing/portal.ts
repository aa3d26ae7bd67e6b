import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AdminId,
  type AssetDefinitionId,
  type AssetGroupId,
  type AssetId,
  flagsOfPermissions,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import { openEmbeddedHistorian, SpareThreads } from '@telltale/historian';
import type { OnKept } from '#cluster/points/point-publisher.ts';
import { openNodeWorld, QUICK_TIMES } from '#cluster/testing/node-world.ts';
import { type Config, readConfig } from '#config/config.ts';
import { createLog, type Log } from '#config/log.ts';
import { dataFolderAt } from '#data-folder.ts';
import { copyMigratedFile } from '#db/testing/migrated.ts';
import { systemCaller } from '#http/system-caller.ts';
import type { Context } from '../context.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import { isEverywhere, isFollowed, isSpread } from './everywhere.ts';
import { logIn, PortalClient } from './portal-client.ts';
import { TestClock } from './test-clock.ts';

export const TEST_PASSWORD = 'correct horse battery';
/** Hashing at the real cost would make each login of each test take a third of a second. */
const CHEAP_HASHING_LOG2 = 4;
const TEST_NODES = Number(process.env.TELLTALE_TEST_NODES ?? 1);
/** Of portals that were closed. To start one takes as much processor time as all else that starts a portal. */
const spareThreads = new SpareThreads();
const OF_TESTS = { checkReplies: true, passwordCostLog2: CHEAP_HASHING_LOG2, spareThreads };

export interface PortalOptions extends Omit<ServerOptions, 'log' | 'clock'> {
  /** Settings that differ from a test's: port 0, loopback, MQTT on a free port, a new data folder. */
  config?: Partial<Config>;
  clock?: TestClock;
  log?: Log;
}

/** A process of a portal. */
interface RunningNode {
  readonly config: Config;
  server: RunningServer;
}

interface PortalParts {
  folder: string;
  clock: TestClock;
  options: ServerOptions;
  /** One, or the nodes of a portal of several. */
  nodes: readonly [RunningNode, ...RunningNode[]];
  /** What is there for the portal alone. */
  end(): Promise<void>;
}

/**
 * A running portal with an empty data folder of its own, and builders for a world in it. Of two nodes the first is the one
 * that is asked by its address and looked into, the other the one that has the devices, and calls of clients go to
 * both in turn.
 */
export class Portal {
  readonly folder: string;
  readonly clock: TestClock;
  readonly anonymous: PortalClient;
  readonly #parts: PortalParts;
  readonly #clients = new Map<string, Promise<PortalClient>>();
  readonly #turns: (() => Promise<string>) | undefined;
  #number = 0;

  constructor(parts: PortalParts) {
    this.#parts = parts;
    this.folder = parts.folder;
    this.clock = parts.clock;
    const { nodes } = parts;
    let turn = 0;
    if (nodes.length > 1) {
      this.#turns = async () => {
        await isFollowed(this.contexts);
        return addressOf(nodes[turn++ % nodes.length] ?? nodes[0]);
      };
    }
    this.anonymous = new PortalClient(this.url, 'anonymous', { turns: this.#turns });
  }

  get #server(): RunningServer {
    return this.#parts.nodes[0].server;
  }

  get config(): Config {
    return this.#parts.nodes[0].config;
  }

  get url(): string {
    return addressOf(this.#parts.nodes[0]);
  }

  get httpPort(): number {
    return this.#server.httpPort;
  }

  get mqttPort(): number {
    const { mqttPort } = (this.#parts.nodes.at(-1) ?? this.#parts.nodes[0]).server;
    if (mqttPort === undefined) throw new Error('This portal does not listen for MQTT over TCP.');
    return mqttPort;
  }

  /** The portal's own, if its settings name one. */
  get certificates(): CertificateFiles | undefined {
    return this.#server.certificates;
  }

  get context(): Context {
    return this.#server.context;
  }

  /** Of each node. */
  get contexts(): readonly Context[] {
    return this.#parts.nodes.map(({ server }) => server.context);
  }

  /** A client that is logged in as the user; the same one each time. `admin` and every user of `aUser` has TEST_PASSWORD. */
  as(username: string): Promise<PortalClient> {
    const kept = this.#clients.get(username);
    if (kept) return kept;
    const client = this.newSession(username);
    this.#clients.set(username, client);
    return client;
  }

  newSession(username: string): Promise<PortalClient> {
    return logIn(this.url, username, TEST_PASSWORD, this.#turns);
  }

  async anAdminUnit(name: string, parentAdminId?: AdminId): Promise<AdminId> {
    const inputs = [{ adminId: 0 as const, adminName: name, parentAdminId }];
    const [unit] = await this.context.ownership.units.save(systemCaller, inputs);
    if (!unit) throw new Error('The admin unit was not made.');
    return unit.adminId;
  }

  /** A user with exactly these permissions, and these asset groups in sight. */
  async aUser(user: {
    username: string;
    permissions?: readonly number[];
    assetGroups?: readonly AssetGroupId[];
    adminId?: AdminId;
    readOnly?: boolean;
  }): Promise<{ userId: UserId; userGroupId: UserGroupId }> {
    const { username, permissions = [], assetGroups = [], adminId = 1 as AdminId, readOnly = false } = user;
    const { ownership } = this.context;
    const { userId } = await ownership.users.create(systemCaller, {
      username,
      adminId,
      password: TEST_PASSWORD,
      readOnly,
    });
    const group = { id: 0, name: `group ${++this.#number} of ${username}`, adminId };
    const userGroupId = (await ownership.userGroups.save(systemCaller, group)).id as UserGroupId;
    await this.setPermissions(userGroupId, permissions);
    await ownership.links.add(systemCaller, 'users', userGroupId, [userId]);
    await ownership.links.add(systemCaller, 'assetGroups', userGroupId, assetGroups);
    return { userId, userGroupId };
  }

  /** A user group then holds exactly these. */
  async setPermissions(userGroupId: UserGroupId, permissions: readonly number[]): Promise<void> {
    const rows = flagsOfPermissions(new Set(permissions));
    await this.context.ownership.permissions.save(systemCaller, userGroupId, rows);
  }

  async anAssetGroup(
    group: { name?: string; assets?: readonly AssetId[]; adminId?: AdminId; parentGroupId?: AssetGroupId } = {},
  ): Promise<AssetGroupId> {
    const { name = `asset group ${++this.#number}`, assets = [], ...place } = group;
    const { assetGroups, links } = this.context.ownership;
    const assetGroupId = (await assetGroups.save(systemCaller, { id: 0, name, ...place })).id as AssetGroupId;
    await links.add(systemCaller, 'assets', assetGroupId, assets);
    return assetGroupId;
  }

  async aDefinition(assetDefinitionName = `definition ${++this.#number}`): Promise<AssetDefinitionId> {
    const body = { assetDefinitionName };
    return (await this.#create<{ assetDefinitionId: AssetDefinitionId }>('admin', '/api/ef/assetdefinitions', body))
      .assetDefinitionId;
  }

  /** An asset in the admin unit of `by` (an administrator; `admin` is of unit 1). */
  async anAsset(
    asset: { alias?: string; serialNumber?: string; assetDefinitionId?: AssetDefinitionId; by?: string } = {},
  ): Promise<{ assetId: AssetId; accessToken: string; serialNumber: string; assetDefinitionId: AssetDefinitionId }> {
    const { serialNumber = `SN-${++this.#number}`, alias = serialNumber, by = 'admin' } = asset;
    const assetDefinitionId = asset.assetDefinitionId ?? (await this.aDefinition());
    const body = { serialNumber, assetAlias: alias, assetDefinitionId };
    const made = await this.#create<{ assetId: AssetId; accessToken: string }>(by, '/api/assets', body);
    return { assetId: made.assetId, accessToken: made.accessToken, serialNumber, assetDefinitionId };
  }

  /** Stops the portal and starts it again on the same data; sessions stay. `meanwhile` runs while it is stopped. */
  async restart(meanwhile?: () => Promise<void>): Promise<void> {
    const { nodes, options } = this.#parts;
    for (const { server } of nodes.toReversed()) await server.close();
    await meanwhile?.();
    for (const node of nodes) {
      node.server = await startServer({ ...node.config, httpPort: node.server.httpPort }, options);
    }
    if (nodes.length > 1) await isSpread(this.contexts);
  }

  /** Of two nodes that which has the asset ends; the other one has it until it has begun anew, and has it again. */
  async restartOwnerOf(assetId: AssetId): Promise<void> {
    const { nodes, options } = this.#parts;
    const owner = nodes.find(({ server }) => server.context.partitions?.owns(assetId));
    if (!owner) throw new Error(`No node has asset ${assetId}.`);
    await owner.server.close();
    await isSpread(nodes.filter((node) => node !== owner).map(({ server }) => server.context));
    owner.server = await startServer({ ...owner.config, httpPort: owner.server.httpPort }, options);
    await isSpread(this.contexts);
  }

  async close(): Promise<void> {
    for (const { server } of this.#parts.nodes.toReversed()) await server.close();
    await this.#parts.end();
  }

  async #create<Body>(by: string, path: string, body: unknown): Promise<Body> {
    const client = await this.as(by);
    const reply = await client.post<Body>(path, body);
    if (reply.status !== 200) throw new Error(`${path} as ${by}: ${reply.status} ${reply.text}`);
    return reply.body;
  }
}

const addressOf = ({ server }: RunningNode) => `http://127.0.0.1:${server.httpPort}`;

/**
 * Starts a portal for a test: port 0, a temporary data folder, answers held against the contract, no log. Where the tests run
 * on two nodes (`TELLTALE_TEST_NODES=2`) it is a portal of two.
 */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  if (TEST_NODES > 1 && options.config?.cluster === undefined) return startNodes(options);
  const { config: changed, clock = new TestClock(), log = createLog('silent'), ...rest } = options;
  const folder = await mkdtemp(join(tmpdir(), 'telltale-portal-'));
  const config: Config = {
    ...readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data') }),
    httpPort: 0,
    mqttPort: 0,
    adminPassword: TEST_PASSWORD,
    ...changed,
  };
  // Copied migrated, but where a test has put a data folder of its own.
  const data = dataFolderAt(config.dataFolder);
  if (config.databaseUrl === undefined && !existsSync(data.path)) {
    await mkdir(data.path, { recursive: true, mode: 0o700 });
    await copyMigratedFile(data.databaseFile);
  }
  const serverOptions = { ...OF_TESTS, ...rest, clock, log };
  const server = await startServer(config, serverOptions);
  const end = () => rm(folder, { recursive: true, force: true });
  return new Portal({ folder, clock, options: serverOptions, nodes: [{ config, server }], end });
}

/**
 * Two nodes in one process, with one clock and one history. What a device sends is acknowledged when every node has it, as
 * where there is one process.
 */
async function startNodes(options: PortalOptions): Promise<Portal> {
  const { config: changed, clock = new TestClock(), log = createLog('silent'), ...rest } = options;
  const world = await openNodeWorld();
  const sharedHistory = await openEmbeddedHistorian({ folder: join(world.folder, 'history'), spareThreads });
  const running: RunningNode[] = [];
  const contexts = () => running.map(({ server }) => server.context);
  const onKept: OnKept = (partition, sequence) => isEverywhere(contexts(), partition, sequence);
  const serverOptions = { ...OF_TESTS, clusterTimes: QUICK_TIMES, sharedHistory, onKept, ...rest, clock, log };
  const start = async (name: string): Promise<RunningNode> => {
    const config = world.configOf(name, { mqttPort: 0, adminPassword: TEST_PASSWORD, ...changed });
    const node = { config, server: await startServer(config, serverOptions) };
    running.push(node);
    return node;
  };
  const nodes = [await start('one'), await start('two')] as const;
  await isSpread(contexts());
  const end = async () => {
    await sharedHistory.close();
    await world.close();
  };
  return new Portal({ folder: world.folder, clock, options: serverOptions, nodes, end });
}
