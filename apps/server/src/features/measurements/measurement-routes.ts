import { measurements } from '@telltale/contract';
import { attachmentHeader } from '#file-names.ts';
import { goneSignal, unlessGone } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { FindRecording, RecordingExports } from './exporting/recording-exports.ts';
import type { MeasurementReader } from './reading/measurement-reader.ts';

/** What a plot reads on for: others wait meanwhile, and whoever asked sees how far it is. */
const PLOT_READ_MS = 2_000;

/** @param find where a file in the caller’s sight lies; 404 for any other */
export function measurementRoutes(find: FindRecording, reader: MeasurementReader, exports: RecordingExports): Route[] {
  return [
    route(measurements.getRecording, async ({ caller, params, rawReply }) => {
      const { path } = await find(caller, params.fileId);
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => reader.ask(path, { kind: 'recording' }, signal));
    }),
    route(measurements.listRecordingGroups, async ({ caller, params, rawReply }) => {
      const { path } = await find(caller, params.fileId);
      const signal = goneSignal(rawReply);
      const { groups } = await unlessGone(signal, () => reader.ask(path, { kind: 'recording' }, signal));
      return groups.map(({ name }) => name);
    }),
    route(measurements.listRecordingChannels, async ({ caller, params: { fileId, group }, rawReply }) => {
      const { path } = await find(caller, fileId);
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => reader.ask(path, { kind: 'channels', group }, signal));
    }),
    route(measurements.plotRecordingChannel, async ({ caller, params: { fileId, ...of }, query, rawReply }) => {
      const { path } = await find(caller, fileId);
      const part = { from: query.first, until: query.end, buckets: query.buckets, readMs: PLOT_READ_MS };
      const signal = goneSignal(rawReply);
      return unlessGone(signal, () => reader.ask(path, { kind: 'plot', ...of, ...part }, signal));
    }),
    route(measurements.exportRecordingChannels, async ({ caller, params, query, rawReply }) => {
      const signal = goneSignal(rawReply);
      if (query.check === 'true') {
        await unlessGone(signal, () => exports.check(caller, params, query.channels, signal));
        return new Answer(204, undefined);
      }
      const { filename, content } = await unlessGone(signal, () => exports.answer(caller, params, query, signal));
      return new Answer(200, content, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachmentHeader(filename),
      });
    }),
    route(measurements.listRecordingExports, ({ caller }) => exports.states.list(caller)),
  ];
}
