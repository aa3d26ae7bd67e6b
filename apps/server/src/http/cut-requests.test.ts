import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { startPortal } from '#testing/portal.ts';

const SENDERS = 200;

it('200 cut POSTs of anonymous senders are one line with their number, no errors and no stacks', async () => {
  const lines: { level: number; count?: number; msg: string }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const portal = await startPortal({ log });
  const { asset } = { asset: await portal.anAsset() };
  for (let i = 0; i < SENDERS; i++) {
    const socket = connect(portal.httpPort, '127.0.0.1');
    await once(socket, 'connect');
    const path = i % 2 === 0 ? '/api/auth/login' : `/api/v1/${asset.accessToken}/telemetry`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  await expect.poll(() => fetch(`${portal.url}/api/health`).then(({ status }) => status)).toBe(200);
  await portal.close();
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  const told = lines.filter(({ msg }) => msg === 'requests were cut off by their senders');
  expect(told).toHaveLength(1);
  expect(told[0]?.count).toBeGreaterThan(SENDERS / 4);
});
