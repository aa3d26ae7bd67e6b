import { type ScriptAnswer, type ScriptJob, START_LIMIT_MS } from './messages.ts';

/**
 * Runs each job that comes through the port in a worker of its own, and ends it when its time is up: from when the worker
 * stands. That it takes a busy machine seconds to start one is no fault of the script.
 */
export function serveScripts(port: MessagePort): void {
  port.onmessage = ({ data }: MessageEvent<ScriptJob>) => {
    const job = data;
    const address = URL.createObjectURL(new Blob([`(${scriptWorker})()`], { type: 'text/javascript' }));
    const worker = new Worker(address);
    const answer = (result: { json: string } | { error: string }) => {
      clearTimeout(timer);
      worker.terminate();
      URL.revokeObjectURL(address);
      port.postMessage({ id: job.id, ...result } satisfies ScriptAnswer);
    };
    let timer = setTimeout(() => answer({ error: 'The sandbox did not start.' }), START_LIMIT_MS);
    worker.onmessage = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        answer({ error: `The script took longer than ${job.limitMs / 1000} seconds and was stopped.` });
      }, job.limitMs);
      worker.onmessage = (event: MessageEvent<{ json: string } | { error: string }>) => answer(event.data);
      worker.postMessage({ code: job.code, input: job.input });
    };
    worker.onerror = (event) => answer({ error: event.message || 'The script could not be run.' });
  };
}

/**
 * The worker's whole program; its text is what runs, so it refers to nothing outside itself. The page's policy is the
 * wall: no address may be loaded or connected to. What is taken away here is the second one, and keeps a script from
 * answering by itself or flooding its owner.
 */
export function scriptWorker(): void {
  const MAX_RESULT = 16_000_000;
  const scope = globalThis as unknown as {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent<{ code: string; input: unknown }>) => void) | null;
  };
  const send = scope.postMessage.bind(scope);
  send('stands');
  const stringify = JSON.stringify;
  const taken = [
    ...['postMessage', 'fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource'],
    ...['importScripts', 'Worker', 'SharedWorker', 'BroadcastChannel', 'MessageChannel', 'MessagePort', 'indexedDB'],
    ...['caches', 'navigator', 'location', 'close', 'onmessage', 'addEventListener', 'Notification', 'storage'],
  ];

  scope.onmessage = ({ data }) => {
    scope.onmessage = null;
    for (const name of taken) {
      for (let owner: object | null = scope; owner !== null; owner = Reflect.getPrototypeOf(owner)) {
        if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
      }
    }
    run(data.code, data.input)
      .then((result) => {
        const json = stringify(result) ?? 'null';
        if (json.length > MAX_RESULT) send({ error: 'The result of the script is too large.' });
        else send({ json });
      })
      .catch((error: unknown) => send({ error: String(error).slice(0, 2_000) }));
  };

  /** A function is called with the data; an expression is the result; anything else is a body that returns it. */
  async function run(code: string, input: unknown): Promise<unknown> {
    let script: (data: unknown) => unknown;
    try {
      script = new Function('data', `"use strict"; return (${code}\n);`) as typeof script;
    } catch {
      script = new Function('data', `"use strict"; ${code}\n`) as typeof script;
    }
    const result = script(input);
    return typeof result === 'function' ? (result as typeof script)(input) : result;
  }
}
