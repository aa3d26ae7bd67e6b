import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from '../ingest/device-load.ts';
import type { DevicePortal, PortalQuestion } from '../ingest/device-portal.ts';

function start(script: string, args: readonly string[] = []): ChildProcess {
  // The portal runs as `npm start` starts it (scripts/run.mjs).
  const execArgv = ['--max-semi-space-size=32'];
  return fork(fileURLToPath(new URL(`../ingest/${script}`, import.meta.url)), args, { execArgv });
}

/** The portal under test, in a process of its own. */
export class PortalUnderTest {
  readonly facts: DevicePortal;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, facts: DevicePortal) {
    this.#child = child;
    this.facts = facts;
  }

  /**
   * @param devices assets whose devices have the tokens `token-0` and so on; one asset more is for probes
   * @param folder what is kept when the portal stops; without one nothing is
   */
  static async start(devices: number, folder?: string): Promise<PortalUnderTest> {
    const child = start('device-portal.ts', [String(devices), ...(folder === undefined ? [] : [folder])]);
    const [facts] = (await once(child, 'message')) as [DevicePortal];
    return new PortalUnderTest(child, facts);
  }

  async ask<Reply>(question: PortalQuestion): Promise<Reply> {
    this.#child.send(question);
    const [reply] = (await once(this.#child, 'message')) as [Reply];
    return reply;
  }

  async stop(): Promise<void> {
    this.#child.send('stop' satisfies PortalQuestion);
    await once(this.#child, 'exit');
  }
}

/** Runs a load in a process of its own and answers its report. */
export async function runLoad(portal: PortalUnderTest, order: Omit<LoadOrder, 'port'>): Promise<LoadReport> {
  const load = start('device-load.ts');
  load.send({ ...order, port: portal.facts.mqttPort } satisfies LoadOrder);
  const [report] = (await once(load, 'message')) as [LoadReport];
  load.disconnect();
  return report;
}
