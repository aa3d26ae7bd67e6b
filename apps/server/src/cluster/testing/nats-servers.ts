import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '../../../../../scripts/free-port.ts';

const PROGRAMS = [
  '/usr/sbin/nats-server',
  '/usr/local/sbin/nats-server',
  '/usr/local/bin/nats-server',
  '/opt/homebrew/bin/nats-server',
];
const LOOK_MS = 50;

/** No server outlives the tests that started it, also where they did not come to their end. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface NatsServersOptions {
  user?: string;
  password?: string;
  /** False: servers without JetStream. */
  jetstream?: boolean;
  /** Lines of their configuration beside these. */
  lines?: readonly string[];
}

/** One nats-server as a process. */
export class NatsServer {
  readonly port: number;
  readonly #program: string;
  readonly #file: string;
  #child: ChildProcess | undefined;

  constructor(program: string, file: string, port: number) {
    this.#program = program;
    this.#file = file;
    this.port = port;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  start(): void {
    const child = spawn(this.#program, ['-c', this.#file], { stdio: 'ignore' });
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#child = child;
  }

  /** Resolves once each of its threads stands still: a busy machine lets some go on for a while after the signal. */
  async freeze(): Promise<void> {
    this.#child?.kill('SIGSTOP');
    while (!(await standsStill(this.pid))) await pause(1);
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** One server, or three that are a cluster. */
export class NatsServers {
  readonly servers: readonly NatsServer[];
  readonly #folder: string;
  readonly #options: NatsServersOptions;

  constructor(folder: string, servers: readonly NatsServer[], options: NatsServersOptions) {
    this.#folder = folder;
    this.servers = servers;
    this.#options = options;
  }

  /** As TELLTALE_CLUSTER_URL has it. */
  get url(): string {
    const { user, password } = this.#options;
    const who = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
    return `nats://${who}${this.#addresses.join(',')}`;
  }

  /** As `Config.cluster` has it, without what is of the node. */
  get address(): { servers: readonly string[]; user?: string; password?: string } {
    const { user, password } = this.#options;
    return {
      servers: this.#addresses,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
    };
  }

  get #addresses(): readonly string[] {
    return this.servers.map(({ port }) => `127.0.0.1:${port}`);
  }

  /** Resolves once JetStream answers, that is once a majority has chosen its leader. */
  async ready(): Promise<void> {
    const { user, password } = this.#options;
    const nats = await connect({
      servers: [...this.#addresses],
      maxReconnectAttempts: -1,
      reconnectTimeWait: LOOK_MS,
      waitOnFirstConnect: true,
      ...(user !== undefined && { user, pass: password ?? '' }),
    });
    try {
      while (this.#options.jetstream !== false) {
        const manager = await jetstreamManager(nats, { timeout: 1_000 }).catch(() => undefined);
        if (manager && (await canStore(manager, this.servers.length))) return;
        await pause(LOOK_MS);
      }
    } finally {
      await nats.close();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

/** A leader that answers may not know its peers yet, and would have no place for three copies. */
async function canStore(manager: Manager, copies: number): Promise<boolean> {
  const name = 'fixture-is-ready';
  return manager.streams.add({ name, subjects: [name], num_replicas: copies }).then(
    () => manager.streams.delete(name),
    () => false,
  );
}

/**
 * Starts one nats-server with JetStream, or three as a cluster, on free ports and in a temporary folder. The program is the
 * machine's; as root it is installed from Debian's package when missing. Without it the tests fail.
 */
export async function startNatsServers(count: 1 | 3 = 1, options: NatsServersOptions = {}): Promise<NatsServers> {
  const program = findProgram() ?? install();
  const folder = await mkdtemp(join(tmpdir(), 'telltale-nats-'));
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const routes = await Promise.all(Array.from({ length: count }, () => freePort()));
  const servers: NatsServer[] = [];
  for (const [index, port] of ports.entries()) {
    const file = join(folder, `${index}.conf`);
    const lines = [
      `listen: 127.0.0.1:${port}`,
      `server_name: server-${index}`,
      ...(options.jetstream === false ? [] : [`jetstream { store_dir: "${join(folder, `store-${index}`)}" }`]),
      ...(options.user === undefined
        ? []
        : [
            `authorization { user: ${JSON.stringify(options.user)}, password: ${JSON.stringify(options.password ?? '')} }`,
          ]),
      ...(options.lines ?? []),
      ...(count === 1
        ? []
        : [
            `cluster { name: telltale, listen: 127.0.0.1:${routes[index]}, routes: [${routes
              .map((route) => `nats-route://127.0.0.1:${route}`)
              .join(', ')}] }`,
          ]),
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    servers.push(new NatsServer(program, file, port));
  }
  const all = new NatsServers(folder, servers, options);
  for (const server of servers) server.start();
  await all.ready();
  return all;
}

/** By Linux' own word, where there is one: the state follows the name, which is in brackets. */
async function standsStill(pid: number): Promise<boolean> {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return true;
  const states = (await readdir(tasks)).map(async (task) => {
    const stat = await readFile(join(tasks, task, 'stat'), 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  });
  return (await Promise.all(states)).every((state) => state === 'T');
}

function findProgram(): string | undefined {
  return PROGRAMS.find((program) => existsSync(program));
}

function install(): string {
  if (process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], quiet);
  }
  const installed = findProgram();
  if (installed === undefined) {
    throw new Error('These tests need nats-server. Install it (Debian: sudo apt-get install nats-server).');
  }
  return installed;
}
