import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DatabaseLocation } from '@telltale/server/db/database.ts';
import { freePort } from '../../../scripts/free-port.ts';

export const PASSWORD = 'a benchmark password';
const ROOT = resolve(import.meta.dirname, '../../..');
const PROBE_MS = 10;

/** A portal in a process of its own, as `npm start` starts it, on a data folder that stays from start to start. */
export class PortalProcess {
  readonly url: string;
  readonly mqttPort: number;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #cookie = '';

  private constructor(folder: string, httpPort: number, mqttPort: number, config: string) {
    this.#folder = folder;
    this.url = `http://127.0.0.1:${httpPort}`;
    this.mqttPort = mqttPort;
    this.#env = {
      ...process.env,
      TELLTALE_HOST: '127.0.0.1',
      TELLTALE_PORT: String(httpPort),
      TELLTALE_MQTT_PORT: String(mqttPort),
      TELLTALE_DATA: join(folder, 'data'),
      TELLTALE_CONFIG: config,
      TELLTALE_ADMIN_PASSWORD: PASSWORD,
      TELLTALE_LOG_LEVEL: 'error',
      NODE_OPTIONS: '--max-semi-space-size=32',
    };
  }

  /** @param config its folder of configuration; the one that the product ships unless it is said */
  static async create(config = join(ROOT, 'config')): Promise<PortalProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
    return new PortalProcess(folder, await freePort(), await freePort(), config);
  }

  /** Its database, for what writes to it while it does not run: SQLite, unless TELLTALE_DATABASE_URL names another. */
  get database(): DatabaseLocation {
    const url = this.#env.TELLTALE_DATABASE_URL;
    return url === undefined ? { file: join(this.#folder, 'data', 'portal.db') } : { url };
  }

  get dataFolder(): string {
    return join(this.#folder, 'data');
  }

  /**
   * Starts it.
   * @param script what is started in place of the portal alone
   * @returns milliseconds until it serves
   */
  async start(script = 'apps/server/src/main.ts', variables: NodeJS.ProcessEnv = {}): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, [join(ROOT, script)], {
      env: { ...this.#env, ...variables },
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#child = child;
    while (!(await isServing(this.url))) {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}.`);
      await new Promise((done) => setTimeout(done, PROBE_MS));
    }
    return performance.now() - began;
  }

  /** What the process holds in memory, MiB. */
  async memoryMib(): Promise<number> {
    const status = await readFile(`/proc/${this.#child?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Makes a call as the administrator. */
  async call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const headers = await this.headers();
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const reply = await fetch(this.url + path, sent);
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Reply;
  }

  /** What a request of the administrator carries. */
  async headers(): Promise<Record<string, string>> {
    if (this.#cookie === '') await this.#logIn();
    return { 'X-Requested-With': 'Telltale', Cookie: this.#cookie };
  }

  async #logIn(): Promise<void> {
    const headers = { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`admin:${PASSWORD}`)}` };
    const login = await fetch(`${this.url}/api/ef/auth/login`, { headers });
    this.#cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false; // not listening yet
  }
}
