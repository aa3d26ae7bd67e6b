import { type FileId, measurements } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { MeasurementReader } from './measurement-reader.ts';

/** @param locate where a file in the caller's sight lies; 404 for any other */
export function measurementRoutes(
  locate: (caller: Caller, fileId: FileId) => Promise<string>,
  reader: MeasurementReader,
): Route[] {
  return [
    route(measurements.getRecording, async ({ caller, params }) =>
      reader.ask(await locate(caller, params.fileId), { kind: 'recording' }),
    ),
    route(measurements.listRecordingGroups, async ({ caller, params }) => {
      const { groups } = await reader.ask(await locate(caller, params.fileId), { kind: 'recording' });
      return groups.map(({ name }) => name);
    }),
    route(measurements.listRecordingChannels, async ({ caller, params: { fileId, group } }) =>
      reader.ask(await locate(caller, fileId), { kind: 'channels', group }),
    ),
    route(measurements.plotRecordingChannel, async ({ caller, params: { fileId, ...of }, query }) => {
      const part = { from: query.first, until: query.end, buckets: query.buckets };
      return reader.ask(await locate(caller, fileId), { kind: 'plot', ...of, ...part });
    }),
  ];
}
