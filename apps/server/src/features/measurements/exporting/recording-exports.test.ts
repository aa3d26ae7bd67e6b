import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FileId, measurements } from '@telltale/contract';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#config/log.ts';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { uploadRecording } from '#testing/upload-recording.ts';
import { MeasurementReader } from '../reading/measurement-reader.ts';
import { RecordingExports } from './recording-exports.ts';

const SQLITE = '/usr/bin/sqlite3';
const WAVE = 5_000;
const START = '2026-11-20T12:00:00.000Z';

let portal: Portal;
let client: PortalClient;
let folder: string;
let fileId: number;
beforeAll(async () => {
  portal = await startPortal();
  client = await portal.as('admin');
  folder = mkdtempSync(join(tmpdir(), 'telltale-recording-'));
  fileId = await uploadRecording(portal, aRecording(), 'frac 7.tdms');
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true });
});

/** Two waveforms at 10 kHz of one clock, one of them shorter, a slower one, a text and one of a type that is not read. */
function aRecording(): Uint8Array<ArrayBuffer> {
  const raw = new Bytes(false);
  for (let n = 0; n < WAVE; n++) raw.f64(n === 4_321 ? 99 : n / 4);
  for (let n = 0; n < WAVE; n++) raw.f64(-n);
  for (let n = 0; n < 3; n++) raw.f64(n + 0.5);
  raw.u32(2);
  raw.u32(5);
  raw.bytes(new TextEncoder().encode('=1one'));
  const clock = { wf_start_time: START, wf_increment: 0.0001 };
  return makeTdms([
    {
      isNewList: true,
      objects: [
        {
          path: "/'run 1/2'/'pressure'",
          values: { code: 0x0a, count: WAVE },
          properties: { ...clock, unit_string: 'bar' },
        },
        { path: "/'run 1/2'/'PRESSURE (bar)'", values: { code: 0x0a, count: WAVE }, properties: clock },
        { path: "/'run 1/2'/'slow'", values: { code: 0x0a, count: 3 }, properties: { wf_increment: 1 } },
        { path: "/'run 1/2'/'remark'", values: { code: 0x20, count: 2, textBytes: 13 } },
        { path: "/'run 1/2'/'nothing'" },
      ],
      raw: raw.done(),
    },
  ]);
}

const pathOf = (type: string, channels: string, of = fileId) =>
  `/api/files/${of}/tdms/groups/${encodeURIComponent('run 1/2')}/export?type=${type}&channels=${channels}`;

async function exported(type: string, channels: string): Promise<Uint8Array> {
  const answer = await fetch(portal.url + pathOf(type, channels), { headers: { Cookie: client.cookie ?? '' } });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const rowsOf = (bytes: Uint8Array) =>
  Papa.parse<Record<string, string>>(new TextDecoder().decode(bytes), { header: true, skipEmptyLines: true }).data;

describe('channels of a measurement file, read by other programs', () => {
  it('are CSV with a row for each value, its time and its seconds, and no name twice', async () => {
    const rows = rowsOf(await exported('csv', '0-1'));
    expect(rows).toHaveLength(WAVE);
    expect(rows[11]).toEqual({
      Time: '2026-11-20T12:00:00.001Z',
      Seconds: '0.0011',
      'pressure (bar)': '2.75',
      'PRESSURE (bar) 2': '-11',
    });
    expect(rows[4_321]?.['pressure (bar)']).toBe('99');
    expect(rows[4_990]?.Time).toBe('2026-11-20T12:00:00.499Z');
  });

  it('stand side by side by their place where they are not timed alike, and end where they end', async () => {
    const rows = rowsOf(await exported('csv', '2,3'));
    expect(rows).toEqual([
      { Index: '0', slow: '0.5', remark: "'=1" },
      { Index: '1', slow: '1.5', remark: 'one' },
      { Index: '2', slow: '2.5', remark: '' },
    ]);
  });

  it('are an Arrow stream', async () => {
    const table = tableFromIPC(await exported('arrow', '2'));
    expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['Seconds Float64', 'slow Float64']);
    expect(table.toArray().map((row) => Object.values(row.toJSON()))).toEqual([
      [0, 0.5],
      [1, 1.5],
      [2, 2.5],
    ]);
    const wide = tableFromIPC(await exported('arrow', '0,3'));
    expect(wide.numRows).toBe(WAVE);
    expect(wide.get(1)?.toJSON()).toEqual({ Index: 1, 'pressure (bar)': 0.25, remark: 'one' });
    expect(wide.getChild('remark')?.get(2)).toBeNull();
  });

  it('are a SQLite file with one table', async () => {
    const path = join(folder, 'run.sqlite');
    writeFileSync(path, await exported('sqlite', '0,1'));
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(db.prepare('select * from measurements limit 1 offset 4321').get()).toEqual({
      Time: '2026-11-20T12:00:00.432Z',
      Seconds: expect.closeTo(0.4321, 9),
      'pressure (bar)': 99,
      'PRESSURE (bar) 2': -4_321,
    });
    db.close();
  });

  it.skipIf(!existsSync(SQLITE))(`are what ${SQLITE} reads`, async () => {
    const path = join(folder, 'shell.sqlite');
    writeFileSync(path, await exported('sqlite', '3,2'));
    const told = execFileSync(SQLITE, [path, 'select * from measurements; pragma integrity_check']).toString();
    expect(told).toBe('0.0|=1|0.5\n1.0|one|1.5\n2.0||2.5\nok\n');
  });

  it('are sent under a name that says what they are of', async () => {
    const answer = await client.send(pathOf('arrow', '2'));
    expect(answer.headers.get('content-disposition')).toContain('"frac 7 run 1_2.arrows"');
  });
});

describe('an export of channels', () => {
  it.each([
    ['a channel that is not there', '0,9', 400, /no channel 9/],
    ['places that are none', 'pressure', 400, /places like/],
    ['places that go backwards', '3-1', 400, /at most 1000/],
    ['too many', '0-2000', 400, /at most 1000/],
    ['one that cannot be read', '4', 422, /nothing cannot be exported\. The file says nothing of its values/],
  ])('is refused in words: %s', async (_what, channels, status, text) => {
    const answer = await client.send(pathOf('csv', channels));
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
    const checked = await client.send(`${pathOf('csv', channels)}&check=true`);
    expect([checked.status, checked.text]).toEqual([status, expect.stringMatching(text)]);
  });

  it('is checked without being made', async () => {
    const checked = await client.send(`${pathOf('sqlite', '0-3')}&check=true`);
    expect([checked.status, checked.text]).toEqual([204, '']);
  });

  it('tells who asked for it under an id what came of it, and nobody else', async () => {
    const stateOf = async (exportId: string, who = client) =>
      (await who.get<measurements.RecordingExportState[]>('/api/ef/measurementexports')).body.find(
        (one) => one.exportId === exportId,
      );
    const whole = await client.send(`${pathOf('csv', '2')}&exportId=whole-one`);
    expect(await stateOf('whole-one')).toEqual({
      exportId: 'whole-one',
      state: 'done',
      bytes: whole.text.length,
      message: null,
    });
    await portal.aUser({ username: 'analyst', permissions: [94] });
    expect(await stateOf('whole-one', await portal.as('analyst'))).toBeUndefined();
    expect((await client.send(`${pathOf('csv', '4')}&exportId=refused-one`)).status).toBe(422);
    expect(await stateOf('refused-one')).toMatchObject({ state: 'failed', message: expect.stringMatching(/nothing/) });
    expect((await client.send(`${pathOf('csv', '2')}&exportId=../`)).status).toBe(400);
  });

  it('that breaks off in the middle says why', async () => {
    const reader = new MeasurementReader();
    const path = join(folder, 'full.tdms');
    writeFileSync(path, aRecording());
    let looks = 0;
    const exports = new RecordingExports({
      reader,
      find: async () => ({ path, filename: 'full.tdms' }),
      scratch: () => ({ path: join(folder, 'scratch'), remove: async () => undefined }),
      // There is room when the export is begun.
      diskFault: () => (looks++ === 0 ? undefined : 'full'),
      log: createLog('fatal'),
    });
    const { signal } = new AbortController();
    const wanted = { type: 'csv', channels: [0], exportId: 'broken' } as const;
    const answer = exports.answer(systemCaller, { fileId: 1 as FileId, group: 'run 1/2' }, wanted, signal);
    await expect(answer).rejects.toMatchObject({ status: 507 });
    const [state] = exports.states.list(systemCaller);
    expect(state).toMatchObject({ state: 'failed', message: 'The disk of the portal is full.' });
    await reader.close();
  });

  it('is not there for who does not see the file, nor of another group', async () => {
    expect((await client.send(pathOf('csv', '0', 999_999))).status).toBe(404);
    expect((await client.send(pathOf('csv', '0').replace('run%201', 'other'))).status).toBe(404);
  });

  it('that nobody takes waits, keeps a third from being made, and leaves nothing when it is given up', async () => {
    const raw = new Bytes(false);
    for (let n = 0; n < 400_000; n++) raw.f64(n / 7);
    const objects = [{ path: "/'run 1/2'/'long'", values: { code: 0x0a, count: 400_000 } }];
    const long = await uploadRecording(portal, makeTdms([{ isNewList: true, objects, raw: raw.done() }]));
    const controllers = [new AbortController(), new AbortController()];
    const begun = await Promise.all(
      controllers.map(({ signal }) =>
        fetch(portal.url + pathOf('csv', '0', long), { headers: { Cookie: client.cookie ?? '' }, signal }),
      ),
    );
    expect(begun.map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.send(pathOf('csv', '0', long))).status).toBe(429);
    const checked = await client.send(`${pathOf('csv', '0', long)}&check=true`);
    expect([checked.status, checked.text]).toEqual([429, expect.stringMatching(/2 exports .* answered already/)]);
    for (const controller of controllers) controller.abort();
    await vi.waitUntil(async () => (await client.send(pathOf('csv', '2'))).status === 200, { timeout: 30_000 });
  });
});
