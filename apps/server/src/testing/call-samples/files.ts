import type { FileId, measurementImports } from '@telltale/contract';
import { systemCaller } from '#http/system-caller.ts';
import { type CallSample, ofAsset, type SampleWorld } from './sample.ts';

const ofRecording = ({ own }: SampleWorld) => ({ params: { fileId: own.recordingId } });

/** Of the one channel of the measurement file into the data item. */
function anImport({ own }: SampleWorld) {
  const times = { kind: 'typed' as const, start: '2026-01-01T00:00:00Z', increment: 1 };
  const channels = [{ channel: own.channel, dataItemId: own.dataItemId }];
  return { params: { fileId: own.recordingId, group: own.group }, body: { assetId: own.assetId, times, channels } };
}

/** An import of the holder's. */
async function aBegunImport(world: SampleWorld) {
  const { params, body } = anImport({ ...world, own: await world.fresh() });
  const caller = { ...systemCaller, userId: world.holderId, username: world.holder.username };
  const { measurementImports } = world.portal.context;
  const place = { ...params, fileId: params.fileId as FileId };
  const request = body as measurementImports.ImportRequest;
  const { jobId } = await measurementImports.start(caller, place, request, new AbortController().signal);
  return { params: { jobId } };
}

function aFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['content']), 'sample.txt');
  return form;
}

const TUS = { 'Tus-Resumable': '1.0.0' };

/** An upload that the holder has begun. */
function anUpload({ portal, holderId }: SampleWorld): Promise<string> {
  const caller = { ...systemCaller, userId: holderId };
  return portal.context.uploadService.begin(caller, { filename: 'sample.txt', assetId: null, length: 7 });
}

/** Calls about files and what measurement files hold. */
export const fileSamples: Readonly<Record<string, CallSample>> = {
  'files.beginUpload': { scope: 'none', make: () => ({ headers: { ...TUS, 'Upload-Length': '7' } }) },
  'files.continueUpload': {
    scope: 'own',
    make: async (world) => ({
      params: { uploadId: await anUpload(world) },
      headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: 'content',
    }),
  },
  'files.endUpload': {
    scope: 'own',
    make: async (world) => ({ params: { uploadId: await anUpload(world) }, headers: TUS }),
  },
  'files.findUpload': {
    scope: 'own',
    make: async (world) => ({ params: { uploadId: await anUpload(world) }, headers: TUS }),
  },
  'files.deleteFile': {
    scope: 'asset',
    make: async (world) => ({ params: { fileId: (await world.fresh()).fileId } }),
  },
  'files.downloadFile': { scope: 'asset', make: ({ own }) => ({ params: { fileId: own.fileId } }) },
  'files.listAssetFiles': { scope: 'asset', make: ofAsset },
  'files.listFilePage': { scope: 'none', make: () => ({}) },
  'files.listFiles': { scope: 'none', make: () => ({}) },
  'files.uploadAssetFiles': { scope: 'asset', make: (world) => ({ ...ofAsset(world), form: aFile() }) },
  'files.viewFile': { scope: 'asset', make: ({ own }) => ({ params: { fileId: own.fileId } }) },
  'files.uploadFiles': { scope: 'none', make: () => ({ form: aFile() }) },
  'measurementImports.previewMeasurementImport': { scope: 'asset', make: anImport },
  'measurementImports.startMeasurementImport': { scope: 'asset', make: anImport },
  'measurementImports.listMeasurementImports': { scope: 'none', make: () => ({}) },
  'measurementImports.cancelMeasurementImport': { scope: 'own', make: aBegunImport },
  'measurements.getRecording': { scope: 'asset', make: ofRecording },
  'measurements.listRecordingGroups': { scope: 'asset', make: ofRecording },
  'measurements.listRecordingChannels': {
    scope: 'asset',
    make: ({ own }) => ({ params: { fileId: own.recordingId, group: own.group } }),
  },
  'measurements.exportRecordingChannels': {
    scope: 'asset',
    make: ({ own }) => ({
      params: { fileId: own.recordingId, group: own.group },
      query: { type: 'csv', channels: '0' },
    }),
  },
  'measurements.listRecordingExports': { scope: 'none', make: () => ({}) },
  'measurements.plotRecordingChannel': {
    scope: 'asset',
    make: ({ own }) => ({ params: { fileId: own.recordingId, group: own.group, channel: own.channel } }),
  },
};
