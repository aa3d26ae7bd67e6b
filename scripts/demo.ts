import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { planAt } from '../apps/fleet/src/demo-plan.ts';
import { readMemory } from '../apps/fleet/src/fleet/memory-file.ts';
import { birthOf } from '../apps/fleet/src/fleet/opening.ts';
import { serveCatalogue } from '../apps/fleet/src/seismic/catalogue-server.ts';
import { type Config, loadEnvFile, readConfig } from '../apps/server/src/config/config.ts';
import { createLog } from '../apps/server/src/config/log.ts';
import { offerDemoFeeds } from '../apps/server/src/demo/demo-feeds.ts';
import { demoConfigFolder, offerDemoLogin } from '../apps/server/src/demo/demo-login.ts';
import { type Demo, makeDemo } from '../apps/server/src/demo/make-demo.ts';
import type { FirstAccount } from '../apps/server/src/first-start.ts';
import { describeForOperator } from '../apps/server/src/operator-errors.ts';
import { type RunningServer, startServer } from '../apps/server/src/server.ts';

const FLEET = resolve(import.meta.dirname, '../apps/fleet/src/main.ts');
const FLEET_STOPS_WITHIN_MS = 3_000;
const STOP_LIMIT_MS = 9_000;
/** Ports tried after the usual one, when nobody asked for that one in particular. */
const OTHER_PORTS = 9;

/** `npm run demo`: the portal with simulated equipment, on this machine's loopback address. */
async function main(): Promise<void> {
  process.umask(0o077);
  loadEnvFile('.env');
  const { TELLTALE_HOST = '127.0.0.1', TELLTALE_LOG_LEVEL = 'warn' } = process.env;
  const settings = readConfig({ ...process.env, TELLTALE_HOST, TELLTALE_LOG_LEVEL });
  const config = { ...settings, demoConfigFolder: demoConfigFolder(settings.dataFolder) };
  const catalogue = await serveCatalogue(Date.now);
  await offerDemoFeeds(config, catalogue.url, createLog(config.logLevel));
  let firstAccount: FirstAccount | undefined;
  const server = await startOnFreePorts(config, (account) => {
    firstAccount = account;
  });
  const fleet = new FleetProcess();
  const stop = stopOnSignal(server, fleet);
  try {
    const { host } = config;
    const mqttHost = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
    const mqttUrl = `mqtt://${mqttHost.includes(':') ? `[${mqttHost}]` : mqttHost}:${server.mqttPort}`;
    const memory = join(config.dataFolder, 'demo-fleet-memory.json');
    const nowMs = Date.now();
    const bornMs = birthOf(readMemory(memory), nowMs);
    const plan = planAt(bornMs, nowMs);
    const demo = await makeDemo(server.context, plan, mqttUrl);
    await offerDemoLogin(config, demo.offered);
    fleet.start(['--credentials', demo.demoFile, '--memory', memory, '--born', String(bornMs)]);
    process.stdout.write(describe(server, config, demo, plan.assets.length, mqttUrl, firstAccount));
  } catch (error) {
    process.stderr.write(`${describeForOperator(error)}\n`);
    stop(1);
  }
}

/** Where a port is taken that nobody asked for by name, the next free one is good enough for a demonstration. */
async function startOnFreePorts(
  config: Config,
  onFirstAccount: (account: FirstAccount) => void,
): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const asked = { http: isSet('TELLTALE_PORT'), mqtt: isSet('TELLTALE_MQTT_PORT') };
  // The fleet speaks MQTT, so there is no demonstration without it.
  let { httpPort, mqttPort = 0 } = config;
  for (let attempt = 0; ; attempt++) {
    try {
      return await startServer({ ...config, httpPort, mqttPort }, { log, onFirstAccount });
    } catch (error) {
      const { code, port } = error as { code?: string; port?: number };
      if (code !== 'EADDRINUSE' || attempt >= OTHER_PORTS) throw error;
      if (port === httpPort && !asked.http) httpPort += 1;
      else if (port === mqttPort && !asked.mqtt) mqttPort = 0;
      else throw error;
    }
  }
}

const isSet = (name: string) => (process.env[name] ?? '').trim() !== '';

/** The simulated equipment, started again when it dies. */
class FleetProcess {
  #child: ChildProcess | undefined;
  #isWanted = false;
  #deaths = 0;

  start(args: readonly string[]): void {
    this.#isWanted = true;
    // The channel is how the fleet notices that the portal is gone, however it went.
    const child = spawn(process.execPath, [FLEET, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    const startedMs = Date.now();
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (!this.#isWanted) return;
      this.#deaths = Date.now() - startedMs > 60_000 ? 1 : this.#deaths + 1;
      process.stderr.write(`The simulated equipment stopped (${signal ?? code}); starting it again.\n`);
      setTimeout(() => this.#isWanted && this.start(args), Math.min(30_000, 500 * 2 ** this.#deaths));
    });
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), FLEET_STOPS_WITHIN_MS);
    await gone;
    clearTimeout(cut);
  }
}

function stopOnSignal(server: RunningServer, fleet: FleetProcess): (exitCode: number) => void {
  let isStopping = false;
  const stop = (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    // The equipment first: what it measured last is still taken in.
    fleet
      .stop()
      .then(() => server.close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          process.stderr.write(`${describeForOperator(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGHUP', () => stop(0));
  process.on('SIGINT', () => {
    process.stdout.write('\n  Stopping…\n');
    stop(0);
  });
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${describeForOperator(error)}\n`);
    stop(1);
  });
  return stop;
}

function describe(
  server: RunningServer,
  config: Config,
  demo: Demo,
  devices: number,
  mqttUrl: string,
  firstAccount: FirstAccount | undefined,
): string {
  const host = config.host === '127.0.0.1' ? 'localhost' : config.host;
  const address = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${server.httpPort}`;
  const roles: Record<string, string> = {
    operator: 'sees the fleet, edits dashboards, sends commands',
    'view-only': 'looks and changes nothing',
  };
  const accounts = demo.accounts.map(({ username, password }): [string, string, string] => [
    username,
    password,
    roles[username] ?? '',
  ]);
  if (firstAccount?.password !== undefined)
    accounts.push([firstAccount.username, firstAccount.password, 'administers; shown this once']);
  const width = Math.max(...accounts.map(([, password]) => password.length));
  const rows = accounts.map(
    ([username, password, role], index) =>
      `  ${(index === 0 ? 'Accounts' : '').padEnd(10)}${username.padEnd(11)}${password.padEnd(width + 2)}${role}`,
  );
  return [
    '',
    `  Telltale is serving ${devices} simulated devices.`,
    '',
    `  Address   ${address}`,
    ...rows,
    `  Devices   ${mqttUrl}`,
    `  Data      ${config.dataFolder}`,
    '  Stop      Ctrl+C',
    '',
    '',
  ].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeForOperator(error)}\n`);
  process.exit(1);
});
