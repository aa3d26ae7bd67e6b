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
import { SpareThreads } from '@telltale/historian';
import { type Config, readConfig } from '#config/config.ts';
import { createLog, type Log } from '#config/log.ts';
import { dataFolderAt } from '#data-folder.ts';
import { copyMigratedFile } from '#db/testing/migrated.ts';
import { systemCaller } from '#http/system-caller.ts';
import type { Context } from '../context.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import { logIn, PortalClient } from './portal-client.ts';
import { TestClock } from './test-clock.ts';

export const TEST_PASSWORD = 'correct horse battery';
/** Hashing at the real cost would make each login of each test take a third of a second. */
const CHEAP_HASHING_LOG2 = 4;
/** Of portals that were closed. To start one takes as much processor time as all else that starts a portal. */
const spareThreads = new SpareThreads();

export interface PortalOptions extends Omit<ServerOptions, 'log' | 'clock'> {
  /** Settings that differ from a test's: port 0, loopback, MQTT on a free port, a new data folder. */
  config?: Partial<Config>;
  clock?: TestClock;
  log?: Log;
}

/** A running portal with an empty data folder of its own, and builders for a world in it. */
export class Portal {
  readonly folder: string;
  readonly config: Config;
  readonly clock: TestClock;
  readonly anonymous: PortalClient;
  #server: RunningServer;
  readonly #options: ServerOptions;
  readonly #clients = new Map<string, Promise<PortalClient>>();
  #number = 0;

  constructor(folder: string, config: Config, clock: TestClock, options: ServerOptions, server: RunningServer) {
    this.folder = folder;
    this.config = config;
    this.clock = clock;
    this.#options = options;
    this.#server = server;
    this.anonymous = new PortalClient(this.url, 'anonymous');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.httpPort}`;
  }

  get httpPort(): number {
    return this.#server.httpPort;
  }

  get mqttPort(): number {
    const { mqttPort } = this.#server;
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

  /** A client that is logged in as the user; the same one each time. `admin` and every user of `aUser` has TEST_PASSWORD. */
  as(username: string): Promise<PortalClient> {
    const kept = this.#clients.get(username);
    if (kept) return kept;
    const client = this.newSession(username);
    this.#clients.set(username, client);
    return client;
  }

  newSession(username: string): Promise<PortalClient> {
    return logIn(this.url, username, TEST_PASSWORD);
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
    await this.#server.close();
    await meanwhile?.();
    this.#server = await startServer({ ...this.config, httpPort: this.#server.httpPort }, this.#options);
  }

  async close(): Promise<void> {
    await this.#server.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #create<Body>(by: string, path: string, body: unknown): Promise<Body> {
    const client = await this.as(by);
    const reply = await client.post<Body>(path, body);
    if (reply.status !== 200) throw new Error(`${path} as ${by}: ${reply.status} ${reply.text}`);
    return reply.body;
  }
}

/** Starts a portal for a test: port 0, a temporary data folder, answers held against the contract, no log. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
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
  const serverOptions = { checkReplies: true, passwordCostLog2: CHEAP_HASHING_LOG2, spareThreads, ...rest, clock, log };
  const server = await startServer(config, serverOptions);
  return new Portal(folder, config, clock, serverOptions, server);
}
