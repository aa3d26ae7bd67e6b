import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PASSWORD = 'p@ss:w/rd%';

/** ClickHouse's engine in a process of its own, which may be killed and started again on the same data and port. */
export class Chdb {
  readonly #folder: string;
  readonly #version: string;
  readonly #cluster: string;
  #child: ChildProcess | null = null;
  #port = 0;
  #databases = 0;

  private constructor(folder: string, version: string, cluster: string) {
    this.#folder = folder;
    this.#version = version;
    this.#cluster = cluster;
  }

  /**
   * @param version that it says it has; its own when it is not said
   * @param cluster whose only server it is
   */
  static async start({ version = '', cluster = '' } = {}): Promise<Chdb> {
    const chdb = new Chdb(await mkdtemp(join(tmpdir(), 'telltale-chdb-')), version, cluster);
    await chdb.launch();
    return chdb;
  }

  get port(): number {
    return this.#port;
  }

  async launch(): Promise<void> {
    const program = join(import.meta.dirname, 'chdb-server.ts');
    const args = [program, this.#folder, String(this.#port), PASSWORD, this.#version, this.#cluster];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the engine ended: ${code}`)));
    ended.catch(() => undefined);
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
    this.#port = Number(line.toString());
  }

  /** Ends it as a power cut does. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  url(database: string, { port = this.#port, user = 'telltale', password = PASSWORD } = {}): string {
    const query = this.#cluster === '' ? '' : `?cluster=${this.#cluster}`;
    return `clickhouse://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${query}`;
  }

  /** Runs a statement past the product. */
  async ask(sql: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`telltale:${PASSWORD}`).toString('base64')}`;
    const response = await fetch(`http://127.0.0.1:${this.#port}/`, {
      method: 'POST',
      body: sql,
      headers: { authorization },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text.trim();
  }

  /** An empty database of its own. */
  async newDatabase(): Promise<string> {
    const name = `history_${++this.#databases}`;
    await this.ask(`CREATE DATABASE ${name}`);
    return name;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
