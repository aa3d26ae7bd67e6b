import { exportJobs } from '@telltale/contract';
import { attachmentHeader } from '#file-names.ts';
import { goneSignal } from '#http/gone-signal.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { type ExportService, pathOf } from './export-service.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const BYTES_TYPE = 'application/octet-stream';

export function exportRoutes(service: ExportService): Route[] {
  return [
    route(exportJobs.requestExport, async ({ caller, body, rawReply }) => {
      if (body.OutputSettings.Method === 'Respond') {
        const { filename, content } = await service.respond(caller, body, goneSignal(rawReply));
        return new Answer(200, content, {
          'Content-Type': BYTES_TYPE,
          'Content-Disposition': attachmentHeader(filename),
        });
      }
      const { jobId, filename } = await service.request(caller, body);
      return { jobId, path: pathOf(jobId), file: { filename } };
    }),
    route(exportJobs.listExports, ({ caller }) => service.list(caller)),
    route(exportJobs.downloadExport, async ({ caller, params }) => {
      const opened = await service.open(caller, params.jobId);
      if (opened.kind === 'progress') {
        return new Answer(202, opened.progress, { 'Content-Type': JSON_TYPE, 'Retry-After': '1' });
      }
      return new Answer(200, opened.read(), {
        'Content-Length': String(opened.length),
        'Content-Disposition': attachmentHeader(opened.filename),
      });
    }),
    route(exportJobs.cancelExport, async ({ caller, params }) => {
      await service.cancel(caller, params.jobId);
      return params;
    }),
  ];
}
