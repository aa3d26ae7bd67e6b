import { expect, test } from 'vitest';
import type { SqliteAnswer, SqliteJob } from './messages.ts';
import { SqliteClient, type WorkerLike } from './sqlite-client.ts';

type Sent = SqliteJob & { id: number };

/** Workers that answer when they are told to. */
function stub() {
  const workers: { worker: WorkerLike; sent: Sent[]; isEnded: boolean }[] = [];
  const client = new SqliteClient(() => {
    const one = { worker: {} as WorkerLike, sent: [] as Sent[], isEnded: false };
    one.worker = {
      onmessage: null,
      onerror: null,
      postMessage: (job: Sent) => void one.sent.push(job),
      terminate() {
        one.isEnded = true;
      },
    } as WorkerLike;
    workers.push(one);
    return one.worker;
  });
  const answer = (of: number, result: { value: unknown } | { error: string }) => {
    const one = workers[of];
    const data = { id: one?.sent.at(-1)?.id ?? 0, ...result } as SqliteAnswer;
    one?.worker.onmessage?.call(one.worker as Worker, { data } as MessageEvent<SqliteAnswer>);
  };
  return { client, workers, answer };
}

test('jobs run one after the other', async () => {
  const { client, workers, answer } = stub();
  const first = client.query('select 1');
  const second = client.query('select 2');
  expect(workers[0]?.sent).toHaveLength(1);
  answer(0, { error: 'no such table: x' });
  await expect(first).rejects.toThrow('no such table: x');
  answer(0, { value: 'rows' });
  expect(await second).toBe('rows');
});

test('a query that is stopped ends its worker; the next one opens the same database in another', async () => {
  const { client, workers, answer } = stub();
  const opening = client.open({ kind: 'portal', address: '/file', walAddress: undefined }, () => undefined);
  answer(0, { value: 'opened' });
  await opening;
  const stop = new AbortController();
  const endless = client.query('endless', stop.signal);
  const next = client.query('select 2');
  stop.abort();
  await expect(endless).rejects.toThrow('The query was stopped.');
  expect(workers[0]?.isEnded).toBe(true);
  expect(workers[1]?.sent.map(({ kind }) => kind)).toEqual(['open']);
  answer(1, { value: 'opened' });
  answer(1, { value: 'rows' });
  expect(await next).toBe('rows');
});

test('a query that waits can be stopped without harm to the one that runs', async () => {
  const { client, workers, answer } = stub();
  const running = client.query('select 1');
  const stop = new AbortController();
  const waiting = client.query('select 2', stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow('The query was stopped.');
  answer(0, { value: 'rows' });
  expect(await running).toBe('rows');
  expect(workers).toHaveLength(1);
});

test('a worker that cannot be loaded is told', async () => {
  const { client, workers } = stub();
  const asked = client.query('select 1');
  const one = workers[0]?.worker;
  one?.onerror?.call(one as Worker, { preventDefault: () => undefined } as ErrorEvent);
  await expect(asked).rejects.toThrow('SQLite could not be loaded');
});
