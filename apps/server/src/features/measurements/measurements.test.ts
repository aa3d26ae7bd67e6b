import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { measurements } from '@telltale/contract';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';
import { uploadRecording } from '#testing/upload-recording.ts';
import { MeasurementReader } from './reading/measurement-reader.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const upload = (content: Uint8Array<ArrayBuffer>) => uploadRecording(portal, content);

const WAVE = 20_000;

/** One waveform with a peak of a single value, a channel of texts, and one without values. */
function aRecording(): Uint8Array<ArrayBuffer> {
  const raw = new Bytes(false);
  for (let n = 0; n < WAVE; n++) raw.f64(n === 12_345 ? 99 : Math.sin(n / 100));
  raw.u32(3);
  raw.bytes(new TextEncoder().encode('one'));
  const waveform = { wf_increment: 0.01, wf_start_offset: 0, unit_string: 'bar' };
  return makeTdms([
    {
      isNewList: true,
      objects: [
        { path: '/', properties: { title: 'A run' } },
        { path: "/'run 1/2'", properties: { rig: 'North' } },
        { path: "/'run 1/2'/'pressure, top'", values: { code: 0x0a, count: WAVE }, properties: waveform },
        { path: "/'run 1/2'/'remark'", values: { code: 0x20, count: 1, textBytes: 7 } },
        { path: "/'run 1/2'/'nothing'" },
      ],
      raw: raw.done(),
    },
  ]);
}

describe('a measurement file', () => {
  it('says what it is, what its groups are, and what each channel is', async () => {
    const client = await portal.as('admin');
    const path = `/api/files/${await upload(aRecording())}/tdms`;
    expect((await client.get(path)).body).toEqual({
      version: 4713,
      properties: [{ name: 'title', value: 'A run' }],
      groups: [{ name: 'run 1/2', channels: 3 }],
      faults: [],
    });
    expect((await client.get(`${path}/groups`)).body).toEqual(['run 1/2']);
    const channels = await client.get<measurements.Channel[]>(
      `${path}/groups/${encodeURIComponent('run 1/2')}/channels`,
    );
    expect(channels.body).toMatchObject([
      {
        name: 'pressure, top',
        type: 'float64',
        count: WAVE,
        unit: 'bar',
        waveform: { start: null, increment: 0.01 },
        whyUnread: null,
      },
      { name: 'remark', type: 'string', count: 1, waveform: null, whyUnread: 'It holds texts.' },
      { name: 'nothing', type: null, count: 0, whyUnread: 'The file says nothing of its values.' },
    ]);
  });

  it('is plotted without losing a peak, at any zoom', async () => {
    const client = await portal.as('admin');
    const channel = `groups/${encodeURIComponent('run 1/2')}/channels/${encodeURIComponent('pressure, top')}`;
    const path = `/api/files/${await upload(aRecording())}/tdms/${channel}/plot`;
    const whole = (await client.get<measurements.ChannelPlot>(`${path}?buckets=2`)).body;
    expect(whole.edges).toEqual([0, 8_192, WAVE]);
    expect([whole.max[1], Math.min(...whole.min.map(Number))]).toEqual([99, expect.closeTo(-1, 3)]);
    const part = (await client.get<measurements.ChannelPlot>(`${path}?first=12344&end=12347&buckets=1200`)).body;
    expect(part.edges).toEqual([12_344, 12_345, 12_346, 12_347]);
    expect(part.max[1]).toBe(99);
  });

  it.each([
    ['no measurement file', new TextEncoder().encode('%PDF-1.4 and more than twenty-eight bytes'), /no TDMS file/],
    [
      'one that contradicts itself',
      makeTdms([{ isNewList: true, objects: [{ path: 'x' }] }]),
      /no group and no channel/,
    ],
  ])('is refused in words when it is %s', async (_what, content, text) => {
    const client = await portal.as('admin');
    const answer = await client.get(`/api/files/${await upload(content)}/tdms`);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringMatching(text)]);
  });

  it('has no group and no channel of another name', async () => {
    const client = await portal.as('admin');
    const path = `/api/files/${await upload(aRecording())}/tdms/groups`;
    expect((await client.get(`${path}/other/channels`)).status).toBe(404);
    expect((await client.get(`${path}/${encodeURIComponent('run 1/2')}/channels/other/plot`)).status).toBe(404);
  });
});

describe('the thread that reads', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'telltale-tdms-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string, content: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('is broken off when a file takes too long, and the next is read by another', async () => {
    const reader = new MeasurementReader({ mostMs: 1 });
    const path = fileOf('slow.tdms', aRecording());
    await expect(reader.ask(path, { kind: 'recording' })).rejects.toMatchObject({ status: 422 });
    await reader.close();
    const patient = new MeasurementReader();
    expect((await patient.ask(path, { kind: 'recording' })).groups).toHaveLength(1);
    await patient.close();
  });

  it('is given another when it ends for want of memory', async () => {
    const texts = Array.from({ length: 80_000 }, (_, n) => [`text ${n}`, `of ${n} this is`]);
    const objects = [{ path: '/', properties: Object.fromEntries(texts) }];
    const reader = new MeasurementReader({ mostMb: 12 });
    const bomb = fileOf('bomb.tdms', makeTdms([{ isNewList: true, objects }]));
    await expect(reader.ask(bomb, { kind: 'recording' })).rejects.toMatchObject({ status: 422 });
    expect((await reader.ask(fileOf('good.tdms', aRecording()), { kind: 'recording' })).groups).toHaveLength(1);
    await reader.close();
  });

  it('leaves what nobody waits for any more, in turn or under way, and goes on with the next', async () => {
    const reader = new MeasurementReader();
    const path = fileOf('left.tdms', aRecording());
    const question = {
      kind: 'plot',
      group: 'run 1/2',
      channel: 'pressure, top',
      from: 0,
      until: WAVE,
      readMs: 1_000,
    } as const;
    const left = [1, 2].map((buckets) => {
      const gone = new AbortController();
      const asked = reader.ask(path, { ...question, buckets }, gone.signal);
      gone.abort(new Error(`gone ${buckets}`));
      return asked;
    });
    const next = reader.ask(path, { ...question, buckets: 3 });
    expect(await Promise.allSettled(left)).toEqual([
      { status: 'rejected', reason: new Error('gone 1') },
      { status: 'rejected', reason: new Error('gone 2') },
    ]);
    expect((await next).max).toHaveLength(3);
    await expect(reader.ask(path, { ...question, buckets: 4 }, AbortSignal.abort(new Error('before')))).rejects.toThrow(
      'before',
    );
    await reader.close();
  });

  it('answers a long channel by one question after another, each from where the last one was left', async () => {
    const count = 1_300_000;
    const values = new Float64Array(count);
    values[count - 1] = 9;
    const objects = [{ path: "/'g'/'long'", values: { code: 0x0a, count } }];
    const path = fileOf('long.tdms', makeTdms([{ isNewList: true, objects, raw: new Uint8Array(values.buffer) }]));
    const reader = new MeasurementReader();
    const question = { kind: 'plot', group: 'g', channel: 'long', from: 0, until: count, buckets: 2 } as const;
    const unread: number[] = [];
    let answer = await reader.ask(path, { ...question, readMs: 0 });
    expect([answer.max[0], answer.max[1]]).toEqual([0, null]);
    for (; answer.unread > 0; answer = await reader.ask(path, { ...question, readMs: 0 })) {
      expect(answer.unread).toBeLessThan(unread.at(-1) ?? count);
      unread.push(answer.unread);
      // Another question in between takes nothing from it.
      await reader.ask(path, { kind: 'channels', group: 'g' });
    }
    expect(unread.length).toBeGreaterThan(1);
    expect(answer).toEqual({ edges: [0, 647_168, count], min: [0, 0], max: [0, 9], unread: 0 });

    // From near as well, where each part is made from the values themselves.
    const near = { ...question, buckets: 1_000 };
    const first = await reader.ask(path, { ...near, readMs: 0 });
    expect([first.max[0], first.max[999], first.unread]).toEqual([0, null, unread[0]]);
    const left: AbortController = new AbortController();
    const given = reader.ask(path, { ...near, readMs: 0 }, left.signal);
    left.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    let next = await reader.ask(path, { ...near, readMs: 0 });
    expect(next.unread).toBeLessThan(first.unread);
    while (next.unread > 0) next = await reader.ask(path, { ...near, readMs: 0 });
    expect([next.max[0], next.max[999], next.edges.length]).toEqual([0, 9, 1_001]);
    await reader.close();
  });

  it('answers many at once in turn', async () => {
    const reader = new MeasurementReader();
    const paths = Array.from({ length: 12 }, (_, n) => fileOf(`${n}.tdms`, aRecording()));
    const answers = await Promise.all(paths.map((path) => reader.ask(path, { kind: 'channels', group: 'run 1/2' })));
    expect(answers.map(({ length }) => length)).toEqual(paths.map(() => 3));
    await reader.close();
  });
});

const data = findTestData();
const recorded = data === undefined ? undefined : join(data, 'tdms');

it.skipIf(recorded === undefined || !existsSync(recorded))(
  `a recorded file is read over the calls (${NO_TEST_DATA})`,
  async () => {
    const client = await portal.as('admin');
    const file = readFileSync(join(recorded ?? '', 'real/daqmx_raw_7_channels.tdms'));
    const path = `/api/files/${await upload(new Uint8Array(file))}/tdms/groups/Layer%20Data/channels`;
    const [first] = (await client.get<measurements.Channel[]>(path)).body;
    expect(first).toMatchObject({ name: 'First  Channel', type: 'daqmx', count: 2_000, whyUnread: null });
    const plot = (
      await client.get<measurements.ChannelPlot>(`${path}/${encodeURIComponent('First  Channel')}/plot?buckets=1`)
    ).body;
    expect([plot.min[0], plot.max[0]]).toEqual([-0.29725028229621264, 0.4147465437788018]);
  },
);
