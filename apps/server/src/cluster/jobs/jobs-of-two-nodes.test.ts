import type { AssetId, calculations, DataItemId, FileId, measurementImports, UserId } from '@telltale/contract';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { RecalculationRepository } from '#features/calculations/recalculation-repository.ts';
import { ImportRepository } from '#features/measurements/importing/import-repository.ts';
import { portalActor } from '#journal/journal.ts';
import type { Portal } from '#testing/portal.ts';
import { uploadRecording } from '#testing/upload-recording.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

const PATIENCE = { timeout: 30_000, interval: 20 };
const COUNT = 2_000_000;
const IMPORTS = '/api/ef/measurementimports';
/** So much longer each piece of an import takes, which else might end before it is ended. */
const PIECE_MS = 100;
/** Each is a unit of work of its own, and none of them is there. */
const MANY_ASSETS = 10_000;

let recording: Uint8Array<ArrayBuffer>;
let nodes: TwoNodes;
let userId: UserId;

beforeAll(async () => {
  // Before the nodes live: they share this process, and one that stands still for long answers nothing.
  recording = aRecording();
  nodes = await startTwoNodes();
  userId = (await nodes.one.as('admin')).login?.auth.user.userId as UserId;
}, 120_000);
afterAll(() => nodes.close(), 60_000);

async function get<Body>(portal: Portal, path: string): Promise<Body> {
  return (await (await portal.as('admin')).get<Body>(path)).body;
}

function aRecording(): Uint8Array<ArrayBuffer> {
  const raw = new Bytes(false);
  for (let n = 0; n < COUNT; n++) raw.f64(n);
  const objects = [{ path: "/'run'/'long'", values: { code: 0x0a, count: COUNT } }];
  return makeTdms([{ isNewList: true, objects, raw: raw.done() }]);
}

it('shows an import at the node that does not carry it out, refuses a second one there, and ends it from there', async () => {
  const fileId = (await uploadRecording(nodes.one, recording, 'long.tdms')) as FileId;
  const { assetId, assetDefinitionId } = await nodes.one.anAsset();
  const admin = await nodes.one.as('admin');
  await admin.post(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Torque' });
  const [item] = await get<{ dataItemId: DataItemId }[]>(nodes.one, `/api/ef/assets/${assetId}/dataitems`);
  const times = { kind: 'typed', start: '2020-01-01T00:00:00Z', increment: 1 };
  const body = { assetId, times, channels: [{ channel: 'long', dataItemId: item?.dataItemId }] };
  const path = `/api/files/${fileId}/tdms/groups/run/imports`;
  const { pipeline } = nodes.one.context;
  const accept = pipeline.accept.bind(pipeline);
  const slowed = vi.spyOn(pipeline, 'accept').mockImplementation(async (...piece) => {
    await accept(...piece);
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
  });
  onTestFinished(() => slowed.mockRestore());
  const begun = await admin.post<measurementImports.MeasurementImport>(path, body);
  expect([begun.status, begun.text]).toEqual([200, expect.anything()]);
  const { jobId } = begun.body;
  const shown = async () =>
    (await get<measurementImports.MeasurementImport[]>(nodes.two, IMPORTS)).find((one) => one.jobId === jobId);
  expect(await shown()).toMatchObject({ state: 'running' });
  expect((await (await nodes.two.as('admin')).post(path, body)).status).toBe(409);
  await vi.waitFor(async () => expect((await shown())?.points).toBeGreaterThan(0), PATIENCE);
  const ended = (
    await (await nodes.two.as('admin')).delete<measurementImports.MeasurementImport>(`${IMPORTS}/${jobId}`)
  ).body;
  expect(ended).toMatchObject({ jobId, state: 'cancelled', points: expect.any(Number) });
  expect(ended.points).toBeLessThan(COUNT);
  expect(await shown()).toBeUndefined();
  expect(await nodes.one.context.work.committed.of(ImportRepository).listRunning()).toEqual([]);
});

it('says of an import that its node is gone', async () => {
  const { work, clock } = nodes.one.context;
  const lost = {
    ...{
      jobId: 'lost',
      userId,
      assetId: 9 as AssetId,
      fileId: 9 as FileId,
      filename: 'x.tdms',
      group: 'run',
      channels: 1,
    },
    ...{ createdMs: clock.now(), run: 'gone', state: 'running' as const, isCancelled: false, points: 0, message: null },
  };
  await work.run(portalActor, (unit) => unit.of(ImportRepository).insert(lost));
  await nodes.two.context.measurementImports.endLost();
  const [shown] = await get<measurementImports.MeasurementImport[]>(nodes.one, IMPORTS);
  expect(shown).toMatchObject({ jobId: 'lost', state: 'failed', message: 'The portal ended meanwhile.' });
});

it('ends a recalculation at the node that has the duty when it is cancelled at another, and shows there how far it is', async () => {
  const [worker, other] = nodes.one.context.cluster?.duty.isMine ? [nodes.one, nodes.two] : [nodes.two, nodes.one];
  const { work, clock } = other.context;
  const assetIds = Array.from({ length: MANY_ASSETS }, (_, n) => (1_000_000 + n) as AssetId);
  const job = {
    ...{
      jobId: 'long',
      userId,
      by: portalActor,
      assetDefinitionId: 1 as never,
      dataItemId: 1 as DataItemId,
      label: 'Sum',
    },
    ...{ assetIds, fromMs: 0, toMs: 1, createdMs: clock.now(), state: 'queued' as const, assetsDone: 0, points: 0 },
    message: null,
  };
  await work.run(portalActor, (unit) => unit.of(RecalculationRepository).insert(job));
  const path = '/api/ef/recalculations';
  const shown = async () =>
    (await get<calculations.Recalculation[]>(other, path)).find(({ jobId }) => jobId === 'long');
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ state: 'running' }), PATIENCE);
  await vi.waitFor(async () => expect((await shown())?.share).toBeGreaterThan(0), PATIENCE);
  expect((await (await other.as('admin')).delete(`${path}/long`)).status).toBe(200);
  await worker.context.recalculationQueue.idle();
  expect(await shown()).toMatchObject({ state: 'cancelled', assets: MANY_ASSETS });
  expect((await shown())?.assetsDone).toBeLessThan(MANY_ASSETS);
});
