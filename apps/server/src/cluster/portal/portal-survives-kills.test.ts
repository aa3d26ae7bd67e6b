import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssetId, commands } from '@telltale/contract';
import { openEmbeddedHistorian, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig } from '#config/config.ts';
import { dataFolderAt } from '#data-folder.ts';
import { createMigratedDatabase } from '#db/testing/migrated.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { freePort } from '../../../../../scripts/free-port.ts';
import { type NatsServers, startNatsServers } from '../testing/nats-servers.ts';
import { RoamingDevice } from '../testing/roaming-device.ts';

/** `npm run test:kills` says how many; a machine that runs all tests at once has none of the time that nodes give one another. */
const KILLS = Number(process.env.TELLTALE_TEST_CLUSTER_KILLS ?? 0);
const DEVICES = 6;
const COMMAND_EVERY_MS = 150;
const PATIENCE = { timeout: 120_000, interval: 200 };
const NODE = join(import.meta.dirname, '../testing/node-process.ts');

/** A node of the portal, which is started again at the same ports and on the same folder. */
class NodeProcess {
  readonly config: Config;
  #child: ChildProcess | undefined;

  constructor(config: Config) {
    this.config = config;
  }

  get url(): string {
    return `http://127.0.0.1:${this.config.httpPort}`;
  }

  async start(): Promise<void> {
    const env = { ...process.env, NODE_SETTINGS: JSON.stringify(this.config) };
    const child = spawn(process.execPath, [NODE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    let output = '';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('NODE SERVES')) resolve();
    });
    child.once('exit', () => reject(new Error(`a node ended: ${output}`)));
    await promise;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async isWell(): Promise<boolean> {
    return fetch(`${this.url}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

let folder: string;
let servers: NatsServers;
let database: { url: string; drop: () => Promise<void> };
let nodes: NodeProcess[];
let admin: PortalClient;
const devices: RoamingDevice[] = [];

const areWell = () =>
  vi.waitFor(async () => expect(await Promise.all(nodes.map((node) => node.isWell()))).toEqual([true, true]), PATIENCE);

const randomOf = <T>(many: readonly T[]): T => many[Math.floor(Math.random() * many.length)] as T;

/** Asks until an answer comes; one that has none may have been taken or not. */
async function posted(assetId: AssetId): Promise<number | undefined> {
  const command = JSON.stringify({ module: 'pump', command: 'start' });
  const body = [{ assetId, command, expiration: 3_600 }];
  const reply = await admin
    .at(randomOf(nodes).url)
    .post<commands.Command[]>('/api/commands', body)
    .catch(() => undefined);
  return reply?.status === 200 ? reply.body[0]?.commandId : undefined;
}

describe.skipIf(KILLS === 0)('a portal of two nodes, any of whose processes is killed', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-kills-'));
    [servers, database] = await Promise.all([startNatsServers(3), createMigratedDatabase()]);
    nodes = [];
    for (const name of ['one', 'two']) {
      const [httpPort, mqttPort] = [await freePort(), await freePort()];
      const config: Config = {
        ...readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, `data-${name}`) }),
        adminPassword: TEST_PASSWORD,
        databaseUrl: database.url,
        cluster: { ...servers.address, node: name, filesFolder: join(folder, 'files') },
        httpPort,
        mqttPort,
      };
      nodes.push(new NodeProcess(config));
    }
    for (const node of nodes) await node.start();
    await areWell();
    admin = await logIn(nodes[0]?.url ?? '', 'admin', TEST_PASSWORD);
    const definition = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
      assetDefinitionName: 'pump',
    });
    const ports = nodes.map(({ config }) => config.mqttPort as number);
    for (let n = 0; n < DEVICES; n++) {
      const { body } = await admin.post<{ assetId: AssetId; accessToken: string }>('/api/assets', {
        serialNumber: `pump ${n}`,
        assetAlias: `pump ${n}`,
        assetDefinitionId: definition.body.assetDefinitionId,
      });
      devices.push(new RoamingDevice(body.assetId, body.accessToken, ports));
    }
  }, 300_000);

  afterAll(async () => {
    await Promise.all(devices.map((device) => device.stop()));
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await servers.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  it(
    'loses nothing that was acknowledged, and sends no command twice',
    async () => {
      for (const device of devices) device.start();
      const asked = new Set<number>();
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          const commandId = await posted(randomOf(devices).assetId);
          if (commandId !== undefined) asked.add(commandId);
          await pause(COMMAND_EVERY_MS);
        }
      })();
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(500 + Math.random() * 3_000);
        const victim = randomOf([...nodes, ...servers.servers]);
        if (victim instanceof NodeProcess) {
          await victim.end('SIGKILL');
          await pause(Math.random() * 3_000);
          await victim.start();
        } else {
          await victim.kill();
          await pause(Math.random() * 3_000);
          victim.start();
        }
        await areWell();
      }
      isOver = true;
      await asking;
      // What was asked for reaches its device, or was sent into a connection that broke, or at a node that was killed.
      const statesOf = async (commandId: number) =>
        (await admin.at(nodes[0]?.url ?? '').get<commands.Command>(`/api/commands/${commandId}`)).body.state;
      const arrivals = (commandId: number) =>
        devices.reduce((count, device) => count + (device.commands.get(commandId) ?? 0), 0);
      const states = new Map<number, string>();
      await vi.waitFor(async () => {
        for (const commandId of asked) {
          if (states.get(commandId) !== 'answered') states.set(commandId, await statesOf(commandId));
        }
        expect([...states.values()].filter((state) => state === 'queued')).toEqual([]);
        expect([...states].filter(([id, state]) => arrivals(id) > 0 && state !== 'answered')).toEqual([]);
        expect(devices.every((device) => device.hasAnswered)).toBe(true);
      }, PATIENCE);
      await Promise.all(devices.map((device) => device.stop()));
      for (const device of devices) for (const count of device.commands.values()) expect(count).toBe(1);
      for (const [commandId, state] of states) {
        expect([commandId, arrivals(commandId) === 1 ? 'answered' : 'sent']).toEqual([commandId, state]);
      }
      const acknowledged = devices.reduce((count, device) => count + device.acknowledged.length, 0);
      const unsent = [...states.values()].filter((state) => state === 'sent').length;
      process.stderr.write(
        `${KILLS} kills, ${asked.size} commands (${unsent} sent into a connection that ended, and not again), ${acknowledged} values\n`,
      );
      expect(acknowledged).toBeGreaterThan(0);
      expect(asked.size).toBeGreaterThan(unsent);
      await allAreStored();
    },
    KILLS * 120_000 + 300_000,
  );
});

/** Every acknowledged value is in the history of one of the nodes. */
async function allAreStored(): Promise<void> {
  const items = new Map<AssetId, number>();
  for (const { assetId } of devices) {
    const path = `/api/ef/assets/${assetId}/dataitems`;
    const { body } = await admin.at(nodes[0]?.url ?? '').get<{ dataItemId: number; label: string }[]>(path);
    items.set(assetId, body.find(({ label }) => label === 'N')?.dataItemId ?? 0);
  }
  const missing = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    const stored = new Map(devices.map(({ assetId }) => [assetId, new Set<number>()]));
    for (const { config } of nodes) {
      const history = await openEmbeddedHistorian({ folder: dataFolderAt(config.dataFolder).historyFolder });
      for (const { assetId } of devices) {
        const key = seriesKey(assetId, items.get(assetId) as never);
        const { timesMs } = await history.readSeries(key, 0, Number.MAX_SAFE_INTEGER);
        for (const timeMs of timesMs) stored.get(assetId)?.add(timeMs);
      }
      await history.close();
    }
    return devices.flatMap(({ assetId, acknowledged }) =>
      acknowledged.filter((timeMs) => !stored.get(assetId)?.has(timeMs)),
    );
  };
  let lost = await missing();
  for (let turn = 0; lost.length > 0 && turn < 3; turn++) {
    // What is in the stream is stored by whoever owns it next.
    for (const node of nodes) await node.start();
    await areWell();
    await pause(10_000);
    lost = await missing();
  }
  expect(lost).toEqual([]);
}
