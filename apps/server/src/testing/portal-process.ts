import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/free-port.ts';
import { bundledPortal } from './bundle/bundled-portal.ts';
import { TEST_PASSWORD } from './portal.ts';

/** A portal or command of Telltale as a process of its own: for what only a process can show, its end above all. */
export class TelltaleProcess {
  readonly child: ChildProcess;
  #output = '';
  readonly #heard = new EventEmitter();
  readonly exited: Promise<{ code: number | null; output: string }>;

  /** @param under a program that runs the process, with its arguments (`strace -D …`) */
  constructor(
    script: 'main.ts' | 'cli/main.ts',
    args: readonly string[],
    env: Record<string, string>,
    input?: string,
    under: readonly string[] = [],
  ) {
    const [program = '', ...rest] = [...under, process.execPath, bundledPortal(script), ...args];
    this.child = spawn(program, rest, {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#heard.emit('output');
      });
    }
    this.child.stdin?.end(input ?? '');
    this.exited = once(this.child, 'close').then(([code]) => ({ code: code as number | null, output: this.#output }));
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves when the text was written; rejects when the process ends before. */
  async says(text: string): Promise<void> {
    while (!this.#output.includes(text)) {
      const isOver = await Promise.race([this.exited.then(() => true), once(this.#heard, 'output').then(() => false)]);
      if (isOver && !this.#output.includes(text)) throw new Error(`The process ended:\n${this.#output}`);
    }
  }

  async kill(signal: NodeJS.Signals): Promise<{ code: number | null; output: string }> {
    this.child.kill(signal);
    return this.exited;
  }
}

/** Starts `main.ts` on a data folder and free ports, and waits until it serves. */
export async function startPortalProcess(
  dataFolder: string,
  env: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<TelltaleProcess & { url: string }> {
  const port = await freePort();
  const settings = {
    TELLTALE_HOST: '127.0.0.1',
    TELLTALE_PORT: String(port),
    TELLTALE_MQTT_PORT: 'off',
    TELLTALE_DATA: dataFolder,
    TELLTALE_ADMIN_PASSWORD: TEST_PASSWORD,
    ...env,
  };
  const portal = new TelltaleProcess('main.ts', [], settings, undefined, under);
  await portal.says('Telltale is serving');
  return Object.assign(portal, { url: `http://127.0.0.1:${port}` });
}

/** A temporary folder and what removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'telltale-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
