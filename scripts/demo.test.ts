import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { logIn, type PortalClient } from '../apps/server/src/testing/portal-client.ts';
import { freePort } from './free-port.ts';

const DEMO = resolve(import.meta.dirname, 'demo.ts');

/** The week of history that the first start makes serves the later ones. */
let folder: string;
let demos: Demo[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  demos = [];
});
afterEach(async () => {
  for (const demo of demos) await demo.end('SIGKILL');
});

/** `npm run demo`, without the install and the build, as a process of its own. */
class Demo {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #heard = new EventEmitter();
  readonly #exit: Promise<[number | null, NodeJS.Signals | null]>;
  output = '';

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.#child = spawn(process.execPath, [DEMO], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        TELLTALE_DATA: folder,
        TELLTALE_PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.#heard.emit('output');
      });
    }
    this.#exit = once(this.#child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** The password that stands beside an account in what was printed. */
  passwordOf(username: string): string {
    return new RegExp(`${username}\\s+(\\S+)`).exec(this.output)?.[1] ?? '';
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      const ended = await Promise.race([this.#exit.then(() => true), once(this.#heard, 'output').then(() => false)]);
      if (ended && !this.output.includes(text)) throw new Error(`The demonstration ended:\n${this.output}`);
    }
  }

  /** Process ids of what it started; Linux only. */
  async children(): Promise<number[]> {
    const { pid } = this.#child;
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(/\s+/).filter(Boolean).map(Number);
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    const [code] = await this.#exit;
    return code;
  }
}

async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const demo = new Demo(await freePort(), { TELLTALE_MQTT_PORT: String(await freePort()), ...env });
  demos.push(demo);
  await demo.says('Ctrl+C');
  return demo;
}

/** Serial numbers of devices; a job has its own name for one. */
const DEVICE = /^[A-Z]{2}-\d{4}$/;
/** A demonstration is a portal, a week of history and sixteen devices: minutes on a machine that does much else. */
const PATIENT = { timeout: 180_000 };
/** Who asks all the time takes from the portal what it needs to get ready. */
const LOOK_EVERY_MS = 50;

interface SeenAsset {
  serialNumber: string;
  connection: { connected: boolean; lastcontact: string | null };
}

/** Looks at the devices; the jobs of the rigs are assets too, and no device speaks for them. */
async function until(client: PortalClient, condition: (assets: SeenAsset[]) => boolean): Promise<SeenAsset[]> {
  for (;;) {
    const { body } = await client.get<SeenAsset[]>('/api/ef/assets');
    const devices = body.filter(({ serialNumber }) => DEVICE.test(serialNumber));
    if (condition(devices)) return devices;
    await pause(LOOK_EVERY_MS);
  }
}

test(
  'serves sixteen live devices to the printed accounts, stops on Ctrl+C, and tells the same passwords again',
  PATIENT,
  async () => {
    const demo = await startDemo();
    expect(demo.output).toContain(`http://localhost:${demo.port}`);
    expect(demo.output).toContain(folder);
    const password = demo.passwordOf('operator');
    const visitor = await logIn(demo.url, 'view-only', demo.passwordOf('view-only'));
    const assets = await until(visitor, (all) => all.length === 16 && all.every((one) => one.connection.connected));
    expect(assets.map((one) => one.serialNumber)).toContain('SU-4104');
    expect(await demo.end('SIGINT')).toBe(0);
    const again = await startDemo();
    expect(again.passwordOf('operator')).toBe(password);
    await logIn(again.url, 'operator', password);
  },
);

test('the equipment is started again when it dies', PATIENT, async () => {
  const demo = await startDemo();
  const visitor = await logIn(demo.url, 'view-only', demo.passwordOf('view-only'));
  await until(visitor, (all) => all.every((one) => one.connection.connected));
  const [fleet] = await demo.children();
  if (fleet === undefined) throw new Error('the fleet runs beside the portal');
  process.kill(fleet, 'SIGKILL');
  await demo.says('starting it again');
  const sinceMs = Date.now();
  await until(visitor, (all) => all.every(({ connection }) => Date.parse(connection.lastcontact ?? '') > sinceMs));
});

test('the equipment goes with the portal, even when that is killed', async () => {
  const demo = await startDemo();
  const [fleet] = await demo.children();
  if (fleet === undefined) throw new Error('the fleet runs beside the portal');
  await demo.end('SIGKILL');
  const isRunning = async () => (await readFile(`/proc/${fleet}/cmdline`, 'utf8').catch(() => '')).includes('fleet');
  while (await isRunning()) await pause(LOOK_EVERY_MS);
});

test('a password that is too weak is refused with a text, and nothing keeps running', async () => {
  const demo = new Demo(await freePort(), {
    TELLTALE_MQTT_PORT: String(await freePort()),
    TELLTALE_DEMO_PASSWORD: 'secret',
  });
  demos.push(demo);
  await demo.says('10 characters');
  expect(await demo.end('SIGCONT')).toBe(1);
});
