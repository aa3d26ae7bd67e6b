import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { assets, definitions } from '@telltale/contract';
import mqtt from 'mqtt';
import { freePort } from '../../../scripts/free-port.ts';

/** Shorter than the ten minutes for which a login does as proof. */
const PROVEN_MS = 300_000;
export const ADMIN_PASSWORD = 'journeys of a tester';
const ROOT = resolve(import.meta.dirname, '../../..');
const START_DEADLINE_MS = 120_000;

/** A portal started as `npm start` does, in a process and a data folder of its own. */
export class Portal {
  readonly folder: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly #config: string;
  #child: ChildProcess | undefined;
  #cookie = '';
  #loggedInMs = 0;
  #output = '';

  constructor(folder: string, httpPort: number, mqttPort: number, config = join(ROOT, 'config')) {
    this.#config = config;
    this.folder = folder;
    this.httpPort = httpPort;
    this.mqttPort = mqttPort;
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  /** Of the session that calls are made in, as the portal sets it in a browser. */
  get sessionCookie() {
    const [name = '', value = ''] = this.#cookie.split('=');
    return { name, value, url: this.url, httpOnly: true, sameSite: 'Strict' as const };
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      TELLTALE_HOST: '127.0.0.1',
      TELLTALE_PORT: String(this.httpPort),
      TELLTALE_MQTT_PORT: String(this.mqttPort),
      TELLTALE_DATA: join(this.folder, 'data'),
      TELLTALE_CONFIG: this.#config,
      TELLTALE_ADMIN_PASSWORD: ADMIN_PASSWORD,
      TELLTALE_LOG_LEVEL: 'warn',
    };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
      env: this.#env,
      cwd: this.folder,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#output += text));
    const deadline = Date.now() + START_DEADLINE_MS;
    while (!(await this.#serves())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The portal did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.#logIn();
  }

  async #logIn(): Promise<void> {
    const login = await fetch(`${this.url}/api/ef/auth/login`, {
      headers: { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}` },
    });
    if (!login.ok) throw new Error(`admin cannot log in: ${login.status} ${await login.text()}`);
    this.#cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    this.#loggedInMs = Date.now();
  }

  /** Ends the process; 'SIGKILL' as a power cut would. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async #serves(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health`)).ok;
    } catch {
      return false; // not listening yet
    }
  }

  /** Makes a call as `admin` and answers its JSON. */
  async call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    // On a slow machine one portal serves journeys for longer than a login proves who somebody is.
    if (Date.now() - this.#loggedInMs > PROVEN_MS) await this.#logIn();
    const headers: Record<string, string> = { 'X-Requested-With': 'Telltale', Cookie: this.#cookie };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const reply = await fetch(this.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Reply;
  }

  /** Uploads as `admin`. */
  async upload(path: string, body: FormData): Promise<void> {
    const headers = { 'X-Requested-With': 'Telltale', Cookie: this.#cookie };
    const reply = await fetch(this.url + path, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`);
  }

  async anAsset(serialNumber: string, definition: string): Promise<{ assetId: number; accessToken: string }> {
    const known = await this.call<definitions.AssetDefinition[]>('GET', '/api/ef/assetdefinitions');
    const { assetDefinitionId } =
      known.find((one) => one.assetDefinitionName === definition) ??
      (await this.call<definitions.AssetDefinition>('POST', '/api/ef/assetdefinitions', {
        assetDefinitionName: definition,
      }));
    return this.call<assets.Asset & { accessToken: string }>('POST', '/api/assets', {
      serialNumber,
      assetDefinitionId,
      assetAlias: serialNumber,
    });
  }

  /** A device's connection; publishes with QoS 1, so a resolved publish is on disk. */
  async aDevice(accessToken: string): Promise<mqtt.MqttClient> {
    return mqtt.connectAsync(`mqtt://127.0.0.1:${this.mqttPort}`, { username: accessToken, reconnectPeriod: 0 });
  }

  /** Runs `telltale …` beside the running portal and answers what it printed. */
  async telltale(...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/cli/main.ts'), ...args], { env: this.#env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`telltale ${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }
}

/** Starts a portal whose first hour is over: journeys begin where people work every day. */
export async function startPortal(config: Readonly<Record<string, unknown>> = {}): Promise<Portal> {
  const portal = await startNewPortal(config);
  await portal.call('PUT', '/api/ef/firsthour', { isDismissed: true });
  return portal;
}

/** Starts a portal with an empty data folder; `config` replaces files of the configuration that the product ships, by name. */
export async function startNewPortal(config: Readonly<Record<string, unknown>> = {}): Promise<Portal> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-journey-'));
  const own = join(folder, 'config');
  await cp(join(ROOT, 'config'), own, { recursive: true });
  for (const [name, content] of Object.entries(config)) await writeFile(join(own, name), JSON.stringify(content));
  const portal = new Portal(folder, await freePort(), await freePort(), own);
  await portal.start();
  return portal;
}

export async function endPortal(portal: Portal): Promise<void> {
  await portal.stop();
  await rm(portal.folder, { recursive: true, force: true });
}
