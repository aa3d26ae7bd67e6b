import type { AssetId, DataItemId, FileId, measurementImports, UserId } from '@telltale/contract';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { uploadRecording } from '#testing/upload-recording.ts';

const START = '2026-11-20T08:00:00.000Z';
const START_MS = Date.parse(START);
const COUNT = 1_000;

let portal: Portal;
let client: PortalClient;
let fileId: number;
let assetId: AssetId;
let items: Map<string, DataItemId>;

beforeAll(async () => {
  portal = await startPortal();
  client = await portal.as('admin');
  fileId = await uploadRecording(portal, aRecording(), 'frac 7.tdms');
  const asset = await portal.anAsset();
  assetId = asset.assetId;
  const definition = `/api/assetdefinitions/${asset.assetDefinitionId}/dataitemdefinitions`;
  for (const [label, unit] of [
    ['Pressure', 'bar'],
    ['Temperature', '°C'],
    ['Remark', ''],
    ['Torque', 'Nm'],
  ] as const) {
    await client.post(definition, { label, unit });
  }
  const calculation = { expression: '_Pressure * 2', variables: [] };
  await client.post(definition, { label: 'Twice', calculation });
  const { body } = await client.get<{ dataItemId: DataItemId; label: string }[]>(`/api/ef/assets/${assetId}/dataitems`);
  items = new Map(body.map(({ dataItemId, label }) => [label, dataItemId]));
});
afterAll(() => portal.close());

/** A pressure at 2 Hz in psi, seconds beside it, times with a hole, a text, and a signal of 10 kHz; of one clock. */
function aRecording(): Uint8Array<ArrayBuffer> {
  const raw = new Bytes(false);
  for (let n = 0; n < COUNT; n++) raw.f64(n === 7 ? Number.NaN : 14.503_773_773 * n);
  for (let n = 0; n < COUNT; n++) raw.f64(n === 3 ? Number.NaN : n / 4);
  raw.u32(3);
  raw.u32(6);
  raw.bytes(new TextEncoder().encode('onetwo'));
  for (let n = 0; n < COUNT; n++) raw.f64(n);
  const of = (name: string) => `/'run'/'${name}'`;
  const f64 = { code: 0x0a, count: COUNT };
  const clock = { wf_start_time: START };
  return makeTdms([
    {
      isNewList: true,
      objects: [
        { path: of('pressure'), values: f64, properties: { ...clock, wf_increment: 0.5, unit_string: 'psi' } },
        { path: of('seconds'), values: f64 },
        { path: of('remark'), values: { code: 0x20, count: 2, textBytes: 14 } },
        { path: of('fast'), values: f64, properties: { ...clock, wf_increment: 0.0001 } },
      ],
      raw: raw.done(),
    },
  ]);
}

const path = (of: number | string = fileId) => `/api/files/${of}/tdms/groups/run/imports`;
const into = (label: string, channel: string) => ({ channel, dataItemId: items.get(label) ?? 0 });
const waveform = { kind: 'waveform' } as const;

function request(
  channels: { channel: string; dataItemId: number }[],
  times: measurementImports.ImportTimes = waveform,
): measurementImports.ImportRequest {
  return { assetId, times, channels: channels as measurementImports.ImportRequest['channels'] };
}

const preview = async (body: object) =>
  (await client.post<measurementImports.ImportedChannel[]>(`${path()}/preview`, body)).body;

/** Imports, and waits for the end of it. */
async function imported(body: object): Promise<measurementImports.MeasurementImport> {
  const begun = await client.post<measurementImports.MeasurementImport>(path(), body);
  expect(begun.status).toBe(200);
  return vi.waitUntil(
    async () => {
      const { body: all } = await client.get<measurementImports.MeasurementImport[]>('/api/ef/measurementimports');
      return all.find(({ jobId, state }) => jobId === begun.body.jobId && state !== 'running');
    },
    { timeout: 30_000 },
  );
}

async function stored(label: string, from = START, to = '2026-11-20T09:00:00.000Z') {
  const query = `startTime=${from}&endTime=${to}&threshold=-1&columnar=true&dataItems=${assetId}-${items.get(label)}`;
  const { body } = await client.get<[number[], (number | string | null)[]]>(`/api/historicaldata?${query}`);
  return (body[0] ?? []).map((seconds, n) => [Math.round(seconds * 1_000) - START_MS, body[1]?.[n]]);
}

describe('channels of a measurement file', () => {
  it('become history of data items at the times of their waveform, in the unit of the data item', async () => {
    const body = request([into('Pressure', 'pressure')]);
    expect(await preview(body)).toEqual([
      {
        channel: 'pressure',
        dataItemId: items.get('Pressure'),
        label: 'Pressure',
        unit: 'psi',
        itemUnit: 'bar',
        isConverted: true,
        values: COUNT,
        points: COUNT,
        leftOut: 0,
        from: START,
        to: '2026-11-20T08:08:19.500Z',
        existing: 0,
      },
    ]);
    expect(await imported(body)).toMatchObject({ state: 'done', points: COUNT, share: 1, filename: 'frac 7.tdms' });
    const points = await stored('Pressure');
    expect(points).toHaveLength(COUNT);
    expect(points[2]).toEqual([1_000, expect.closeTo(2, 6)]);
    // What is no number stays none.
    expect(points[7]).toEqual([3_500, null]);
    // What is imported counts as any late data: the newest is current, and what is calculated of it follows.
    const { body: current } = await client.get<{ label: string; value: number }[]>(
      `/api/ef/assets/${assetId}/dataitems`,
    );
    expect(current.find(({ label }) => label === 'Pressure')?.value).toBeCloseTo(999, 4);
    expect(current.find(({ label }) => label === 'Twice')?.value).toBeCloseTo(1_998, 4);
    expect((await preview(body))[0]?.existing).toBe(COUNT);
    expect((await imported(body)).points).toBe(COUNT);
    expect(await stored('Pressure')).toHaveLength(COUNT);
  });

  it('take their times from another channel, without those that it does not tell', async () => {
    const times = { kind: 'channel', channel: 'seconds', start: START } as const;
    const body = request([into('Torque', 'fast')], times);
    expect(await preview(body)).toMatchObject([
      { points: COUNT - 1, leftOut: 1, from: START, to: '2026-11-20T08:04:09.750Z' },
    ]);
    expect((await imported(body)).points).toBe(COUNT - 1);
    expect((await stored('Torque')).slice(1, 4)).toEqual([
      [250, 1],
      [500, 2],
      [1_000, 4],
    ]);
  });

  it('come in at times that are given, texts as texts', async () => {
    const body = request([into('Remark', 'remark')], { kind: 'typed', start: START, increment: 60 });
    expect((await imported(body)).points).toBe(2);
    expect(await stored('Remark')).toEqual([
      [0, 'one'],
      [60_000, 'two'],
    ]);
  });

  it('that are faster than a kilohertz keep the last value of each millisecond, as the preview says', async () => {
    const body = request([into('Temperature', 'fast')]);
    const [told] = await preview(body);
    expect(told?.points).toBe(101);
    await imported(body);
    const points = await stored('Temperature');
    expect(points).toHaveLength(101);
    expect(points[1]).toEqual([1, 14]);
  });

  it('are in the journal: that it was asked for, and what came of it', async () => {
    const { body } = await client.get<{ entries: { what: string; assetId: number; after: unknown }[] }>(
      `/api/journal?limit=100`,
    );
    const of = body.entries.filter((entry) => entry.assetId === assetId && entry.what.includes('frac 7.tdms'));
    expect(of.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['import of run of frac 7.tdms asked for', 'imported frac 7.tdms']),
    );
    expect(of.find(({ what }) => what === 'imported frac 7.tdms')?.after).toMatchObject({
      points: expect.any(Number),
      fromMs: START_MS,
      channels: [{ channel: expect.any(String), dataItemId: expect.any(Number), label: expect.any(String) }],
    });
  });
});

describe('an import is refused in words', () => {
  it.each([
    ['of a channel that is not there', () => request([into('Torque', 'other')]), 400, /no channel other/],
    [
      'into a data item of another asset',
      () => request([{ channel: 'fast', dataItemId: 16_000_000 }]),
      400,
      /no data item/,
    ],
    ['into one that is calculated', () => request([into('Twice', 'fast')]), 409, /calculated by the portal/],
    [
      'of a pressure into a temperature',
      () => request([into('Temperature', 'pressure')]),
      400,
      /psi, which cannot become/,
    ],
    ['without times', () => request([into('Torque', 'seconds')]), 422, /does not say when/],
    [
      'into one data item twice',
      () => request([into('Torque', 'fast'), into('Torque', 'seconds')]),
      400,
      /name a data item twice/,
    ],
  ])('%s', async (_what, body, status, text) => {
    for (const of of [path(), `${path()}/preview`]) {
      const answer = await client.post(of, body());
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(text)]);
    }
  });

  it('by what the asset calls the data item', async () => {
    const attributeValue = JSON.stringify({ [`${items.get('Twice')}`]: 'Double' });
    await client.put(`/api/assets/${assetId}/attributes`, { attributeName: 'aliasMap', attributeValue });
    const answer = await client.post(path(), request([into('Twice', 'fast')]));
    expect(JSON.stringify(answer.body)).toContain('Double is calculated by the portal');
    await client.delete(`/api/assets/${assetId}/attributes/aliasMap`);
  });

  it('by who does not see the asset or the file, or may not change history', async () => {
    const body = request([into('Torque', 'fast')]);
    expect((await client.post(path(999_999), body)).status).toBe(404);
    expect((await client.post(path(), { ...body, assetId: 999_999 })).status).toBe(404);
    await portal.aUser({ username: 'reader', permissions: [] });
    expect((await (await portal.as('reader')).post(path(), body)).status).toBe(403);
  });
});

it('comes one after the other for an asset, ends when it is cancelled, and says what it has stored', async () => {
  const { measurementImports } = portal.context;
  const caller = { ...systemCaller, userId: client.login?.auth.user.userId as UserId };
  const count = 200_000;
  const raw = new Bytes(false);
  for (let n = 0; n < count; n++) raw.f64(n);
  const objects = [{ path: "/'run'/'long'", values: { code: 0x0a, count } }];
  const long = (await uploadRecording(
    portal,
    makeTdms([{ isNewList: true, objects, raw: raw.done() }]),
    'long.tdms',
  )) as FileId;
  const body = request([into('Torque', 'long')], { kind: 'typed', start: '2020-01-01T00:00:00Z', increment: 1 });
  const { signal } = new AbortController();
  const place = { fileId: long, group: 'run' };
  const both = await Promise.allSettled([1, 2].map(() => measurementImports.start(caller, place, body, signal)));
  const [begun] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
  const ended = await measurementImports.cancel(caller, begun?.jobId ?? '');
  expect(ended.state).toBe('cancelled');
  expect(ended.points).toBeLessThan(count);
  await expect(measurementImports.cancel(caller, ended.jobId)).rejects.toMatchObject({ status: 404 });
  const again = await measurementImports.start(caller, place, body, signal);
  await measurementImports.cancel(caller, again.jobId);
});
