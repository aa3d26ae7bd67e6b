import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { freePort } from '../../../../scripts/free-port.ts';
import type { TestCertificate } from './own-certificate.ts';

const SHIPPED = resolve(import.meta.dirname, '../../../../deploy/mosquitto.conf');
const PROGRAMS = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/usr/bin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];

export const BROKER_USER = 'portal';
export const BROKER_PASSWORD = 'p@ss/word';

export interface MosquittoOptions {
  /** The broker's own certificate: it then speaks TLS alone. */
  certificate?: TestCertificate;
  /** Lines of its configuration beside those that the portal ships. */
  lines?: readonly string[];
}

/**
 * A Mosquitto of its own on a free port, in a temporary folder, with the configuration that the portal ships. The program
 * is the machine's; as root it is installed from Debian's package when missing. Without it the tests fail.
 */
export class Mosquitto {
  readonly folder: string;
  readonly port: number;
  readonly #program: string;
  readonly #certificate: TestCertificate | undefined;
  readonly #clients: MqttClient[] = [];
  #child: ChildProcess | undefined;

  private constructor(program: string, folder: string, port: number, certificate: TestCertificate | undefined) {
    this.#program = program;
    this.folder = folder;
    this.port = port;
    this.#certificate = certificate;
  }

  static async start({ certificate, lines = [] }: MosquittoOptions = {}): Promise<Mosquitto> {
    const program = findProgram() ?? install();
    const folder = await mkdtemp(join(tmpdir(), 'telltale-mosquitto-'));
    const broker = new Mosquitto(program, folder, await freePort(), certificate);
    const passwords = join(folder, 'passwords');
    await writeFile(passwords, `${BROKER_USER}:${BROKER_PASSWORD}\n`);
    spawnSync(join(program, '../../bin/mosquitto_passwd'), ['-U', passwords]);
    const tls: string[] = [];
    if (certificate) {
      await writeFile(join(folder, 'broker.pem'), certificate.cert);
      await writeFile(join(folder, 'broker.key'), certificate.key);
      tls.push(`certfile ${join(folder, 'broker.pem')}`, `keyfile ${join(folder, 'broker.key')}`);
    }
    const own = [
      // Its file is the test's, and so is whoever runs it.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      `listener ${broker.port} 127.0.0.1`,
      ...tls,
      'allow_anonymous false',
      `password_file ${passwords}`,
      `persistence_location ${folder}/`,
      'log_dest none',
      ...lines,
    ];
    await writeFile(join(folder, 'mosquitto.conf'), `${await readFile(SHIPPED, 'utf8')}\n${own.join('\n')}\n`);
    await broker.begin();
    return broker;
  }

  /** As TELLTALE_BROKER_URL has it. */
  get url(): string {
    const password = encodeURIComponent(BROKER_PASSWORD);
    return `${this.#certificate ? 'mqtts' : 'mqtt'}://${BROKER_USER}:${password}@127.0.0.1:${this.port}`;
  }

  /** Starts it, or starts it again on what it kept. */
  async begin(): Promise<void> {
    this.#child = spawn(this.#program, ['-c', join(this.folder, 'mosquitto.conf')], { stdio: 'ignore' });
    for (let tries = 0; !(await isOpen(this.port)); tries++) {
      if (tries > 600 || this.#child.exitCode !== null) throw new Error('Mosquitto does not start.');
      await pause(20);
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** A client that is gone with the broker. */
  async client(options: IClientOptions = {}): Promise<MqttClient> {
    const ca = this.#certificate ? { ca: this.#certificate.cert } : {};
    const client = await connectAsync(`${this.#certificate ? 'mqtts' : 'mqtt'}://127.0.0.1:${this.port}`, {
      username: BROKER_USER,
      password: BROKER_PASSWORD,
      reconnectPeriod: 0,
      ...ca,
      ...options,
    });
    client.on('error', () => undefined);
    this.#clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.end(true);
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
  ]);
  socket.destroy();
  return opened;
}

const findProgram = () => PROGRAMS.find((path) => existsSync(path));

function install(): string {
  if (process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'mosquitto'], quiet);
  }
  const installed = findProgram();
  if (installed === undefined) {
    throw new Error('These tests need Mosquitto. Install it (Debian: sudo apt-get install mosquitto).');
  }
  return installed;
}
