import { type exportJobs, exportSchedules } from '@telltale/contract';
import { vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import type { CallSample, SampleInput, SampleWorld } from './sample.ts';

function exportOf({ own }: SampleWorld): exportJobs.ExportRequestInput {
  return {
    DataItems: [{ assetId: own.assetId, dataItemId: own.dataItemId }],
    StartTime: '2020-01-01T00:00:00Z',
    EndTime: '2030-01-01T00:00:00Z',
    Format: { Type: 'csv' },
    OutputSettings: { Filename: 'sample' },
  };
}

/** An export of the holder that is ready. */
async function aReadyExport(world: SampleWorld): Promise<SampleInput> {
  const { exportService } = world.portal.context;
  const caller = { ...systemCaller, userId: world.holderId, username: world.holder.username };
  const settings = { Method: 'File' as const, Filename: 'sample', Compress: true, NotifyEmails: false };
  const request = { ...exportOf(world), Format: { Type: 'csv' as const, Layout: 'wide' as const, Zone: 'UTC' } };
  const { jobId } = await exportService.request(caller, {
    ...(request as exportJobs.ExportRequest),
    OutputSettings: settings,
  });
  await vi.waitUntil(async () => (await exportService.open(caller, jobId)).kind === 'file', { timeout: 50_000 });
  return { params: { jobId } };
}

const RHYTHM = { every: 'day', time: '06:00', zone: 'UTC' } as const;

function scheduleOf(world: SampleWorld) {
  const { DataItems, Format } = exportOf(world);
  return { rhythm: RHYTHM, export: { DataItems, Format } };
}

/** A scheduled export of the holder. */
async function aSchedule(world: SampleWorld): Promise<SampleInput> {
  const caller = { ...systemCaller, userId: world.holderId, username: world.holder.username };
  const template = exportSchedules.exportTemplateSchema.parse(scheduleOf(world).export);
  const { scheduleId } = await world.portal.context.exportSchedules.add(caller, { ...RHYTHM, weekday: 1 }, template);
  return { params: { scheduleId } };
}

/** Calls about exports. */
export const exportSamples: Readonly<Record<string, CallSample>> = {
  'exportJobs.requestExport': { scope: 'asset', make: (world) => ({ body: exportOf(world) }) },
  'exportJobs.listExports': { scope: 'none', make: () => ({}) },
  'exportJobs.downloadExport': { scope: 'own', make: aReadyExport },
  'exportJobs.cancelExport': { scope: 'own', make: aReadyExport },
  'exportSchedules.listExportSchedules': { scope: 'none', make: () => ({}) },
  'exportSchedules.addExportSchedule': { scope: 'asset', make: (world) => ({ body: scheduleOf(world) }) },
  'exportSchedules.removeExportSchedule': { scope: 'own', make: aSchedule },
};
