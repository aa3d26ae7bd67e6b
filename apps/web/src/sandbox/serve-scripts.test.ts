import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ScriptAnswer, START_LIMIT_MS } from './messages.ts';
import { serveScripts } from './run-script.ts';

/** A worker that does what the test says for it. */
class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();

  constructor() {
    FakeWorker.made.push(this);
  }

  says(data: unknown): void {
    this.onmessage?.({ data });
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => void vi.useRealTimers());

/** A script of a second and a half, asked for; its worker, and what is answered. */
function aJob() {
  const answers: ScriptAnswer[] = [];
  const port = { onmessage: null, postMessage: (answer: ScriptAnswer) => answers.push(answer) };
  serveScripts(port as unknown as MessagePort);
  const ask = port.onmessage as unknown as (event: { data: object }) => void;
  ask({ data: { id: 7, code: '1 + 1', input: null, limitMs: 1_500 } });
  return { worker: FakeWorker.made[0] as FakeWorker, answers };
}

test('a script is handed over once its worker stands, and has its whole time from then on', () => {
  const { worker, answers } = aJob();
  vi.advanceTimersByTime(START_LIMIT_MS - 1);
  expect(worker.postMessage).not.toHaveBeenCalled();
  worker.says('stands');
  expect(worker.postMessage).toHaveBeenCalledExactlyOnceWith({ code: '1 + 1', input: null });
  vi.advanceTimersByTime(1_499);
  expect(answers).toEqual([]);
  worker.says({ json: '2' });
  expect(answers).toEqual([{ id: 7, json: '2' }]);
  expect(worker.terminate).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(answers).toHaveLength(1);
});

test('a script that does not end is stopped when its time is up (E13)', () => {
  const { worker, answers } = aJob();
  worker.says('stands');
  vi.advanceTimersByTime(1_500);
  expect(answers).toEqual([{ id: 7, error: 'The script took longer than 1.5 seconds and was stopped.' }]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('a worker that never stands is given up', () => {
  const { worker, answers } = aJob();
  vi.advanceTimersByTime(START_LIMIT_MS);
  expect(answers).toEqual([{ id: 7, error: 'The sandbox did not start.' }]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});
