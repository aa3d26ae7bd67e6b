import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { assets, history } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';

const HOUR_MS = 3_600_000;

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

describe('the retention', () => {
  it('drops what is older from the start of the portal on, and nothing else', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const now = portal.clock.now();
    const points = [now - 25 * HOUR_MS, now - 23 * HOUR_MS, now].map((ts, value) => ({ ts, values: { level: value } }));
    await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, points);
    const admin = await portal.as('admin');
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const range = `startTime=${new Date(now - 48 * HOUR_MS).toISOString()}&endTime=${new Date(now).toISOString()}`;
    const path = `/api/historicaldata?dataItems=${assetId}-${body[0]?.dataItemId}&${range}`;
    const values = async () => (await admin.get<history.ColumnarHistory>(path)).body[1];

    expect(await values()).toEqual([0, 1, 2]);
    portal.config.retentionDays = 1;
    await portal.restart();
    await vi.waitFor(async () => expect(await values()).toEqual([1, 2]));
  });
});

describe('a damaged history', () => {
  it('is told by the health, without saying where the data folder is', async () => {
    const damaged = await startPortal();
    try {
      const chunks = join(damaged.config.dataFolder, 'history/chunks.db');
      await damaged.restart(() => writeFile(chunks, 'no database'));
      const { status, text, body } = await damaged.anonymous.get('/api/health');
      // Data is accepted as before: whoever watches the health must not turn devices away from this portal.
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'ok', warning: expect.stringContaining('history/chunks.db') });
      expect(text).not.toContain(damaged.folder);
    } finally {
      await damaged.close();
    }
  });
});
