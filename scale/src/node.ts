import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_PASSWORD } from '@telltale/server/testing/portal.ts';
import { TelltaleProcess } from '@telltale/server/testing/portal-process.ts';
import { freePort } from '../../scripts/free-port.ts';

const ANSWERS_WITHIN_MS = 5_000;
/** The end of what it said is why it ended. */
const MOST_SAID = 4_000;
/** A folder in which all is kept that nodes say, one file each. */
const LOGS = process.env.TELLTALE_TEST_LOGS;

export interface NodeHealth {
  status: string;
  reason?: string;
  warning?: string;
}

/** A node as its operator starts it: by settings alone. It may be started again, at the same ports and on the same folder. */
export class Node {
  readonly name: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  #process: TelltaleProcess | undefined;

  private constructor(name: string, httpPort: number, mqttPort: number) {
    this.name = name;
    this.httpPort = httpPort;
    this.mqttPort = mqttPort;
  }

  static async named(name: string): Promise<Node> {
    return new Node(name, await freePort(), await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  /** False: nobody has started it, or it has ended, be it by itself. */
  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  /** That its process has in memory now, by Linux' word. */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.#process?.child.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024);
  }

  async start(settings: Record<string, string>): Promise<void> {
    this.#process = new TelltaleProcess('main.ts', [], {
      TELLTALE_HOST: '127.0.0.1',
      TELLTALE_PORT: String(this.httpPort),
      TELLTALE_MQTT_PORT: String(this.mqttPort),
      TELLTALE_NODE: this.name,
      TELLTALE_ADMIN_PASSWORD: TEST_PASSWORD,
      ...(LOGS !== undefined && { TELLTALE_LOG_LEVEL: 'debug' }),
      ...settings,
      TELLTALE_DATA: join(settings.TELLTALE_DATA ?? '', this.name),
    });
    const started = this.#process;
    if (LOGS !== undefined) {
      const log = createWriteStream(join(LOGS, `${this.name}.log`), { flags: 'a' });
      started.child.stdout?.pipe(log);
    }
    await started.says('Telltale is serving');
    void started.exited.then(({ code, output }) => {
      if (this.#process !== started) return;
      this.#process = undefined;
      process.stderr.write(`node ${this.name} ended by itself with ${code}: ${output.slice(-MOST_SAID)}\n`);
    });
  }

  async end(signal: NodeJS.Signals): Promise<{ code: number | null; output: string } | undefined> {
    const ending = this.#process;
    this.#process = undefined;
    return ending?.kill(signal);
  }

  /** Stands still so long, and is let go. Resolves with how it ended: the others have ended it meanwhile. */
  async freeze(forMs: number): Promise<{ code: number | null; output: string } | undefined> {
    const frozen = this.#process;
    this.#process = undefined;
    frozen?.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, forMs));
    frozen?.child.kill('SIGCONT');
    return frozen?.exited;
  }

  async health(): Promise<NodeHealth> {
    const response = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return (await response.json()) as NodeHealth;
  }
}
