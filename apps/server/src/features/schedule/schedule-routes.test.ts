import type { AssetId, schedule } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { ACTIVITY_ITEM } from './activity-reader.ts';

const DAY_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const iso = (timeMs: number) => new Date(timeMs).toISOString();

describe.each(everyPortal())('the schedule of a rig on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let viewA: PortalClient;
  let rigs = 0;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    viewA = await portal.as('viewA');
  });
  afterAll(() => portal.close());

  /** A rig that sent these activities and depths, minutes after midnight. */
  async function aRig(activities: readonly [number, number | string][], depths: readonly [number, number][] = []) {
    const asset = await portal.anAsset({ serialNumber: `RIG-${++rigs}`, assetDefinitionId: world.definition });
    await send(asset, 'Activity', activities);
    await send(asset, 'Depth', depths);
    return asset.assetId;
  }

  function send(asset: { assetId: AssetId }, label: string, values: readonly [number, number | string][]) {
    const points = values.map(([minute, value]) => ({
      label,
      timeMs: DAY_MS + minute * MINUTE_MS,
      value,
      quality: 192,
    }));
    return portal.context.pipeline.accept(asset as never, points);
  }

  function address(assetId: number, hours: [number, number] = [0, 10], more: Record<string, string> = {}): string {
    const range = { startTime: iso(DAY_MS + hours[0] * HOUR_MS), endTime: iso(DAY_MS + hours[1] * HOUR_MS) };
    return `/api/ef/assets/${assetId}/functions/schedule?${new URLSearchParams({ ...range, ...more })}`;
  }

  async function read(assetId: number, hours?: [number, number], more?: Record<string, string>) {
    const { status, body } = await root.get<schedule.ScheduleSegment[]>(address(assetId, hours, more));
    expect(status).toBe(200);
    return body.map((one) => `${one.activity} ${one.startTime.slice(11, 16)} ${one.hours} h ${one.depth}`);
  }

  it('is refused without the permission, out of scope, for a wrong range, and anew from another site', async () => {
    await portal.aUser({ username: 'no past', permissions: [6], assetGroups: [world.groupA] });
    expect((await portal.anonymous.get(address(world.a1.assetId))).status).toBe(401);
    expect((await (await portal.as('no past')).get(address(world.a1.assetId))).status).toBe(403);
    expect((await viewA.get(address(world.b1.assetId))).status).toBe(404);
    expect((await viewA.get(address(world.b1.assetId, [0, 1], { startTime: 'today' }))).status).toBe(404);
    expect((await viewA.get(address(world.a1.assetId))).status).toBe(200);
    expect((await viewA.get(address(world.a1.assetId, [5, 4]))).status).toBe(400);
    expect((await viewA.get(address(world.a1.assetId, [0, 24 * 500]))).status).toBe(400);
    expect((await viewA.get(address(world.a1.assetId, [0, 1], { startTime: 'today' }))).status).toBe(400);
    const url = `${portal.url}${address(world.a1.assetId, [0, 1], { refresh: 'true' })}`;
    const session = { Cookie: viewA.cookie ?? '', 'Sec-Fetch-Site': 'cross-site' };
    expect((await fetch(url, { headers: session })).status).toBe(403);
  });

  it('has each activity until the next, on quarters of an hour, with the depth at its end', async () => {
    const assetId = await aRig(
      [
        [-60, 10],
        [122, 7],
        [126, 'none'],
        [180, '0'],
        [400, 2],
        [401, 2],
      ],
      [
        [-60, 0],
        [180, 10],
        [300, 4_000],
        [399, 7_500],
        [540, 8_000],
      ],
    );
    expect(await read(assetId)).toEqual(['10 00:00 2 h 0', '0 03:00 3.75 h 7500', '2 06:45 3.25 h 8000']);
    expect(await read(assetId, [4, 5])).toEqual(['0 04:00 1 h 10']);
    const [first] = (await root.get<schedule.ScheduleSegment[]>(address(assetId))).body;
    expect(first).toEqual({
      assetId,
      activity: 10,
      startTime: '2026-01-05T00:00:00.000Z',
      endTime: '2026-01-05T02:00:00.000Z',
      depth: 0,
      hours: 2,
    });
  });

  it('takes times without a zone as UTC, and those of another zone for what they are', async () => {
    const assetId = await aRig([[0, 2]]);
    const local = { startTime: '2026-01-05T01:00:00', endTime: '2026-01-05T02:00' };
    expect(await read(assetId, [0, 1], local)).toEqual(['2 01:00 1 h null']);
    const away = { startTime: '2026-01-05T01:00:00+05:45', endTime: '2026-01-05T09:00:00+05:45' };
    expect(await read(assetId, [0, 1], away)).toEqual(['2 00:00 3.25 h null']);
  });

  it('ends where the rig went offline, and has what came late of that time', async () => {
    const assetId = await aRig([
      [0, 2],
      [60, 2],
    ]);
    for (const [connected, minute] of [
      [false, 120],
      [true, 240],
    ] as const) {
      const timeMs = DAY_MS + minute * MINUTE_MS;
      const after = { connected, at: iso(timeMs) };
      const what = connected ? 'came online' : 'went offline';
      await portal.context.journal.append({
        kind: 'connection',
        assetId,
        what,
        after,
        timeMs,
        by: { name: 'telltale' },
      });
    }
    expect(await read(assetId)).toEqual(['2 00:00 2 h null', '2 04:00 6 h null']);
    // A newer value first: what follows comes late, as from a buffer.
    await send({ assetId }, 'Activity', [[600, 3]]);
    await send(
      { assetId },
      'Activity',
      Array.from({ length: 60 }, (_, minute) => [150 + minute, 3]),
    );
    expect(await read(assetId)).toEqual(['2 00:00 2 h null', '3 02:30 1 h null', '3 04:00 6 h null']);
  });

  it('is kept, is worked out anew on demand, and after a correction of the history at once; whoever looks hears of it', async () => {
    const assetId = await aRig([
      [0, 2],
      [120, 2],
      [240, 3],
    ]);
    const before = ['2 00:00 4 h null', '3 04:00 6 h null'];
    expect(await read(assetId)).toEqual(before);
    const list = vi.spyOn(portal.context.historian, 'listChanges');
    expect(await read(assetId)).toEqual(before);
    expect(list).not.toHaveBeenCalled();
    expect(await read(assetId, [0, 10], { refresh: 'true' })).toEqual(before);
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();

    const browser = new LiveClient(portal.url);
    await browser.connect(root.login?.brokerToken);
    await browser.subscribe(`telltale/assets/${assetId}/backfill`);
    const edit = {
      assetId,
      dataItemId: ACTIVITY_ITEM,
      startDate: iso(DAY_MS),
      endDate: iso(DAY_MS + 2 * HOUR_MS - 1),
      newValue: 9,
    };
    expect((await root.put('/api/ef/historicaldataupdate', [edit])).status).toBe(200);
    expect(await read(assetId)).toEqual(['9 00:00 2 h null', '2 02:00 2 h null', '3 04:00 6 h null']);
    const heard = await browser.message(({ topic }) => topic.endsWith('/backfill'));
    expect(heard?.body).toMatchObject({ assetId, dataItemIds: [ACTIVITY_ITEM] });
    browser.close();
  });

  it('has what a rig kept while it was offline, which comes in order once it is back', async () => {
    const assetId = await aRig([
      [0, 2],
      [120, 2],
    ]);
    expect(await read(assetId)).toEqual(['2 00:00 10 h null']);
    await send({ assetId }, 'Activity', [
      [240, 3],
      [600, 3],
    ]);
    expect(await read(assetId)).toEqual(['2 00:00 4 h null', '3 04:00 6 h null']);
  });

  it('of what never rests is refused', async () => {
    const assetId = await aRig([]);
    const batch = new PointBatch();
    for (let second = 0; second <= 100_001; second++) {
      batch.add(seriesKey(assetId, ACTIVITY_ITEM), DAY_MS + second * 300, second % 2, 192);
    }
    await portal.context.historian.append(batch);
    const { status, text } = await root.get(address(assetId));
    expect(status).toBe(413);
    expect(text).toContain('The activity changes more often than 100,000 times in this range');
  });
});
