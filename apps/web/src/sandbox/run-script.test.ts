import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { scriptWorker } from './run-script.ts';

/** Runs the worker's program in a thread of its own, as the sandbox does. */
function aWorker() {
  return new Worker(
    `const { parentPort } = require('node:worker_threads');
     globalThis.self = globalThis;
     globalThis.postMessage = (message) => parentPort.postMessage(message);
     parentPort.on('message', (data) => globalThis.onmessage?.({ data }));
     globalThis.addEventListener = (type, listener) => parentPort.on('message', (data) => listener({ data }));
     (${scriptWorker})();`,
    { eval: true },
  );
}

let running: Worker | undefined;
afterEach(async () => void (await running?.terminate()));

async function run(code: string, input: unknown = null): Promise<unknown[]> {
  const worker = aWorker();
  running = worker;
  expect(await once(worker, 'message')).toEqual(['stands']);
  const heard: unknown[] = [];
  worker.on('message', (message) => heard.push(message));
  worker.postMessage({ code, input });
  await once(worker, 'message');
  // Whatever else it said came before the answer to this: messages of a port keep their order.
  worker.postMessage('anything more');
  await worker.terminate();
  return heard;
}

test('a script answers once with its result', async () => {
  expect(await run('(data) => data.a + 1', { a: 41 })).toEqual([{ json: '42' }]);
});

test.each([
  ['postMessage', 'for (let i = 0; i < 1e6; i++) postMessage({ json: i }); return 1;'],
  ['self.postMessage', 'for (let i = 0; i < 1e6; i++) self.postMessage({ json: i }); return 1;'],
  [
    'globalThis by an alias',
    'const say = (0, eval)("this").postMessage; for (let i = 0; i < 1e6; i++) say(i); return 1;',
  ],
  [
    'a channel',
    'const { port1 } = new MessageChannel(); for (let i = 0; i < 1e6; i++) port1.postMessage(i); return 1;',
  ],
  ['a broadcast', 'const b = new BroadcastChannel("x"); for (let i = 0; i < 1e6; i++) b.postMessage(i); return 1;'],
])('a script that would send a million messages by %s is heard once, and refused (E12, E13)', async (_by, code) => {
  const heard = await run(code);
  expect(heard).toEqual([{ error: expect.stringMatching(/^(ReferenceError|TypeError)/) }]);
});

test('what a script wrote in place of JSON and of promises makes no other answer of it (E14)', async () => {
  const code = `JSON.stringify = () => '[{"forged":true}]'; return [1];`;
  expect(await run(code)).toEqual([{ json: '[1]' }]);
});

test('a result of more than 16 MB is refused', async () => {
  expect(await run(`'x'.repeat(2e7)`)).toEqual([{ error: 'The result of the script is too large.' }]);
});
