/** What a browser waits for: charts over HTTP at several sizes, and the list of 10,000 assets. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { SeededPortal } from './http/seeded-portal.ts';

const HOUR_MS = 3_600_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Reply {
  status: number;
  bytes: number;
  headers: NodeJS.Dict<string | string[]>;
}

function get(url: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'X-Requested-With': 'Telltale', ...headers } }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes, headers: reply.headers }));
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0;

async function measure(name: string, url: string, headers: Record<string, string>, times: number, goal: string) {
  for (let warm = 0; warm < 5; warm++) await get(url, headers);
  const took: number[] = [];
  let reply: Reply | undefined;
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    reply = await get(url, headers);
    took.push(performance.now() - start);
    if (reply.status !== 200 && reply.status !== 304) throw new Error(`${name}: ${reply.status}`);
  }
  took.sort((a, b) => a - b);
  const cells = [name, percentile(took, 0.5), percentile(took, 0.95), (reply?.bytes ?? 0) / 1000, goal];
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);
}

const child = fork(fileURLToPath(new URL('./http/seeded-portal.ts', import.meta.url)));
const [portal] = (await once(child, 'message')) as [SeededPortal];
const login = await get(`${portal.url}/api/ef/auth/login`, { Authorization: portal.authorization });
const Cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';

function history(series: number, hours: number, threshold: number): string {
  const names = portal.dataItemIds.slice(0, series).map((id) => `${portal.assetId}-${id}`);
  const endMs = portal.startMs + 24 * HOUR_MS - 1;
  const query = {
    columnar: 'true',
    dataItems: names.join(),
    startTime: new Date(endMs - hours * HOUR_MS + 1).toISOString(),
    endTime: new Date(endMs).toISOString(),
    threshold: String(threshold),
  };
  return `${portal.url}/api/historicaldata?${new URLSearchParams(query)}`;
}

console.log('| over HTTP | p50 ms | p95 ms | kB | goal |\n|---|---|---|---|---|');
await measure('1 series × 24 h at 1 Hz to 600 buckets', history(1, 24, 600), { Cookie }, 200, 'p95 < 20 ms');
await measure('8 series × 24 h at 1 Hz to 600 buckets', history(8, 24, 600), { Cookie }, 50, '');
await measure('20 series × 24 h at 1 Hz to 600 buckets', history(20, 24, 600), { Cookie }, 30, '');
await measure('1 series × 1 h, every point', history(1, 1, -1), { Cookie }, 200, '');
await measure('1 series × 24 h, every point', history(1, 24, -1), { Cookie }, 20, '');
const list = `${portal.url}/api/ef/assets`;
await measure('10,000 assets × 10 attributes', list, { Cookie }, 20, '< 150 ms');
await measure('the same, zstd', list, { Cookie, 'Accept-Encoding': 'zstd' }, 20, '< 150 ms');
await measure('the same, gzip', list, { Cookie, 'Accept-Encoding': 'gzip' }, 10, '');
const { etag } = (await get(list, { Cookie })).headers;
await measure('the same, unchanged (304)', list, { Cookie, 'If-None-Match': String(etag) }, 20, '');

child.send('stop');
await once(child, 'exit');
agent.destroy();
