import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HistoryRefusedError, HistoryServerError } from './history-server-error.ts';
import { parseHistoryUrl } from './history-url.ts';
import { encodeNative } from './native-format.ts';
import { openHistoryServer } from './open-server.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function targetOf(answer: (response: ServerResponse, sql: string, address: string) => void) {
  const listening = createServer(async (request, response) => {
    let sql = '';
    for await (const part of request) sql += part;
    answer(response, sql, request.url ?? '');
  }).listen(0, '127.0.0.1');
  server = listening;
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return parseHistoryUrl(`clickhouse://ada:hunter2@127.0.0.1:${port}/plant`);
}

const refusal = (code: number, name: string, text: string) => (response: ServerResponse) =>
  response.writeHead(500).end(`Code: ${code}. DB::Exception: ${text}. (${name})`);
const version = (text: string) => (response: ServerResponse) =>
  response.end(encodeNative([{ name: 'version', type: 'Nullable(String)', values: [text] }], 1));

it.each([
  [
    'a wrong password',
    refusal(516, 'AUTHENTICATION_FAILED', 'ada: Authentication failed'),
    /refuses the user ada or the password$/,
    HistoryRefusedError,
  ],
  [
    'a database that is not there',
    refusal(81, 'UNKNOWN_DATABASE', 'Database plant does not exist'),
    /CREATE DATABASE plant$/,
    HistoryRefusedError,
  ],
  ['an old version', version('23.8.1.94'), /ClickHouse 23\.8\.1\.94 is too old: it must be 24\.8 or newer$/],
  [
    'missing rights',
    (response: ServerResponse, sql: string) =>
      /version/.test(sql)
        ? version('25.3.1')(response)
        : refusal(497, 'ACCESS_DENIED', 'ada: Not enough privileges')(response),
    /lacks rights: GRANT .+ ON plant\.\* TO ada/,
    HistoryRefusedError,
  ],
  [
    'tables of a newer version',
    (response: ServerResponse, sql: string) => {
      if (/version/.test(sql)) return version('25.3.1')(response);
      if (/^EXISTS/.test(sql))
        return response.end(encodeNative([{ name: 'result', type: 'UInt8', values: new Uint8Array([1]) }], 1));
      return response.end(encodeNative([{ name: 'format', type: 'UInt64', values: Float64Array.of(99) }], 1));
    },
    /its history was written by a newer version of Telltale: start that version$/,
  ],
  [
    'something else that answers',
    (response: ServerResponse) => response.end('<html>Welcome to nginx!</html>'),
    /is no ClickHouse$/,
  ],
  ['a connection that ends at once', (response: ServerResponse) => response.socket?.destroy(), /does not answer: /],
])('%s ends a start with one line', async (_, answer, line, kind = HistoryServerError) => {
  const opening = openHistoryServer(await targetOf(answer));
  await expect(opening).rejects.toMatchObject({ name: 'HistoryServerError', message: expect.stringMatching(line) });
  await expect(opening).rejects.not.toThrow(/hunter2|\n/);
  expect(await opening.catch((error: Error) => error.constructor)).toBe(kind);
});

it('a port where nobody listens ends a start with one line', async () => {
  const target = await targetOf(() => undefined);
  server?.close();
  await expect(openHistoryServer(target)).rejects.toThrow(/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/);
});

it('a question may be longer than servers otherwise take', async () => {
  let most = 0;
  const target = await targetOf((response, _, address) => {
    most = Number(new URLSearchParams(address.split('?')[1]).get('max_query_size'));
    version('23.8.1.94')(response);
  });
  await expect(openHistoryServer(target)).rejects.toThrow(/too old/);
  const everySeries = 1_000_000;
  expect(most).toBeGreaterThan(everySeries * `${Number.MAX_SAFE_INTEGER}, `.length);
});
