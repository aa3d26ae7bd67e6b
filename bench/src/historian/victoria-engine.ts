import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { freePort } from '../../../scripts/free-port.ts';
import type { BenchEngine, Rows } from './bench-engine.ts';
import { folderBytes } from './process-facts.ts';

const BINARY = '/usr/bin/victoria-metrics';

export function hasVictoria(): boolean {
  return existsSync(BINARY);
}

/** Influx lines: one per asset and time, ten fields, which is the shortest form that VictoriaMetrics takes. */
function lines(rows: Rows): string {
  const parts: string[] = [];
  let asset = -1;
  let timeMs = Number.NaN;
  for (let i = 0; i < rows.series.length; i++) {
    const series = rows.series[i] ?? 0;
    const rowAsset = Math.floor(series / 10);
    const rowTime = rows.timesMs[i] ?? 0;
    if (rowAsset !== asset || rowTime !== timeMs) {
      if (i > 0) parts.push(` ${timeMs}\n`);
      parts.push(`h,asset=${rowAsset} `);
      asset = rowAsset;
      timeMs = rowTime;
    } else {
      parts.push(',');
    }
    parts.push(`f${series % 10}=${rows.values[i]}`);
  }
  parts.push(` ${timeMs}\n`);
  return parts.join('');
}

function selector(series: number): string {
  return `h_f${series % 10}{asset="${Math.floor(series / 10)}"}`;
}

/** Debian's VictoriaMetrics, in a process of its own, over HTTP. It acknowledges before data is on disk. */
export async function openVictoria(folder: string): Promise<BenchEngine> {
  const port = await freePort();
  const args = [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y'];
  args.push(
    '-search.latencyOffset=0s',
    '-loggerLevel=ERROR',
    '-search.disableCache',
    '-search.maxPointsPerTimeseries=100000',
  );
  const child = spawn(BINARY, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const agent = new Agent({ keepAlive: true });

  function call(path: string, body?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { agent, host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST' };
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((answer.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  for (let tries = 0; ; tries++) {
    try {
      await call('/health');
      break;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function exported(match: string, fromMs: number, toMs: number): Promise<number> {
    const text = await call(
      `/api/v1/export?match[]=${encodeURIComponent(match)}&start=${fromMs / 1000}&end=${toMs / 1000}`,
    );
    let count = 0;
    for (const line of text.split('\n')) {
      if (line !== '') count += (JSON.parse(line) as { values: number[] }).values.length;
    }
    return count;
  }

  return {
    name: 'VictoriaMetrics',
    pid: child.pid ?? 0,
    prepare(rows) {
      const body = lines(rows);
      return async () => {
        await call('/write?precision=ms', body);
      };
    },
    async settle() {
      await call('/internal/force_flush');
      await call('/internal/force_merge');
      // The merge runs on after the answer: it is over when the folder no longer changes.
      for (let before = -1, now = folderBytes(folder); before !== now; ) {
        before = now;
        await new Promise((resolve) => setTimeout(resolve, 2000));
        now = folderBytes(folder);
      }
      return folderBytes(folder);
    },
    readRaw: (series, fromMs, toMs) => exported(selector(series), fromMs, toMs),
    async readMinMax(series, fromMs, toMs, buckets) {
      const step = (toMs - fromMs + 1) / buckets / 1000;
      const query = encodeURIComponent(`rollup(${selector(series)}[${step}s])`);
      const text = await call(
        `/api/v1/query_range?query=${query}&start=${fromMs / 1000 + step}&end=${(toMs + 1) / 1000}&step=${step}s&nocache=1`,
      );
      const answer = JSON.parse(text) as { data: { result: { values: unknown[] }[] } };
      return answer.data.result[0]?.values.length ?? 0;
    },
    readMany(series, fromMs, toMs) {
      const assets = [...new Set(series.map((number) => Math.floor(number / 10)))].join('|');
      const names = [...new Set(series.map((number) => `h_f${number % 10}`))].join('|');
      return exported(`{__name__=~"${names}",asset=~"${assets}"}`, fromMs, toMs);
    },
    async close() {
      agent.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}
