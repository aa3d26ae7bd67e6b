import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findHeadlessChromium } from '../../../e2e/src/chromium.ts';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/** How long a page that has been opened is left alone before it is asked for its figure. */
const QUIET_MS = 2_500;
/** And the browser before a page is opened: its own start and end of a page are not what is measured. */
const SETTLE_MS = 1_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * A browser as a person has it. Playwright has the script engine follow each page (`Runtime.enable`), which reads scripts
 * anew to name the place of each call that is put off: a sixth of the time in which a page begins. Here a page is told its
 * address and, when it has stood for a while, asked for what it has noted.
 */
export class UnwatchedBrowser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #port: string;
  readonly #control: Control;

  private constructor(process: ChildProcess, profile: string, port: string, control: Control) {
    this.#process = process;
    this.#profile = profile;
    this.#port = port;
    this.#control = control;
  }

  /** @param cookie of a session at the portal, as the header `Cookie` has it */
  static async launch(url: string, cookie: string): Promise<UnwatchedBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'telltale-bench-browser-'));
    const own = ['--window-size=1440,900', `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'];
    const child = spawn(findHeadlessChromium(), [...FLAGS, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
    const address = await addressOf(child);
    const control = await Control.open(address);
    const [name = '', value = ''] = cookie.split(/=(.*)/);
    await control.send('Storage.setCookies', { cookies: [{ name, value, url }] });
    await pause(SETTLE_MS);
    return new UnwatchedBrowser(child, profile, new URL(address).port, control);
  }

  /**
   * Opens an address in a tab of its own.
   * @param noting is run in the page before its own scripts, and leaves the promise of a number in `window.noted`
   */
  async open(url: string, noting: string): Promise<number> {
    const { targetId } = await this.#control.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const page = await Control.open(`ws://127.0.0.1:${this.#port}/devtools/page/${targetId}`);
    await page.send('Page.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: noting });
    await pause(SETTLE_MS);
    await page.send('Page.navigate', { url });
    await pause(QUIET_MS);
    const asked = { expression: 'window.noted', awaitPromise: true, returnByValue: true };
    const { result } = await page.send<{ result: { value: number } }>('Runtime.evaluate', asked);
    page.close();
    await this.#control.send('Target.closeTarget', { targetId });
    return result.value;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    // It ends by itself: what was started may be a script of the distribution, which leaves the browser behind when it is killed.
    void this.#control.send('Browser.close');
    await ended;
    this.#control.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where a browser that starts can be told what to do. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('The browser says nothing.');
  for await (const line of createInterface(child.stderr)) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The browser ended before it could be told anything.');
}

/** Commands of the DevTools protocol over a connection, each with its answer. */
class Control {
  readonly #socket: WebSocket;
  readonly #awaited = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      const awaited = this.#awaited.get(id);
      this.#awaited.delete(id);
      if (error === undefined) awaited?.resolve(result);
      else awaited?.reject(new Error(error.message));
    });
  }

  static async open(address: string): Promise<Control> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new Control(socket);
  }

  send<Result>(method: string, params: object = {}): Promise<Result> {
    this.#lastId += 1;
    const awaited = Promise.withResolvers<unknown>();
    this.#awaited.set(this.#lastId, awaited);
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }));
    return awaited.promise as Promise<Result>;
  }

  close(): void {
    this.#socket.close();
  }
}
