import type { Multipart } from '@fastify/multipart';
import { type AssetId, files } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentHeader } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import { answerFile } from './file-download.ts';
import type { FileService, UploadPart } from './file-service.ts';
import { refusalOf } from './upload-refusals.ts';
import { viewTypeOf } from './view-types.ts';

async function* partsOf(request: FastifyRequest): AsyncGenerator<UploadPart> {
  for await (const part of request.parts() as AsyncIterable<Multipart>) {
    if (part.type === 'file') yield { kind: 'file', filename: part.filename, content: part.file };
    else yield { kind: 'field', name: part.fieldname, value: typeof part.value === 'string' ? part.value : '' };
  }
}

function announcedLength(request: FastifyRequest): number | undefined {
  const length = Number(request.headers['content-length']);
  return Number.isFinite(length) ? length : undefined;
}

export function fileRoutes(
  service: FileService,
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>,
): Route[] {
  const upload = async (caller: Caller, assetId: AssetId | null, raw: FastifyRequest, rawReply: FastifyReply) => {
    try {
      return await service.upload(caller, assetId, partsOf(raw), announcedLength(raw));
    } catch (error) {
      // The rest of the upload is not read.
      rawReply.header('Connection', 'close');
      throw refusalOf(error);
    }
  };
  return [
    route(files.listAssetFiles, ({ caller, params }) => service.listOfAsset(caller, params.assetId)),
    route(
      files.uploadAssetFiles,
      ({ caller, params, raw, rawReply }) => upload(caller, params.assetId, raw, rawReply),
      {
        multipart: true,
        scope: async ({ caller, params }) => {
          await requireAsset(caller, params.assetId);
        },
      },
    ),
    route(files.listFiles, ({ caller, query }) => {
      const { startDate, endDate, ...rest } = query;
      const [fromMs, toMs] = [startDate, endDate].map((iso) => (iso === undefined ? undefined : Date.parse(iso)));
      return service.list(caller, { fromMs, toMs, ...rest });
    }),
    route(files.uploadFiles, ({ caller, raw, rawReply }) => upload(caller, null, raw, rawReply), { multipart: true }),
    route(files.listFilePage, ({ caller, query }) => service.page(caller, query)),
    route(files.downloadFile, async ({ caller, params, raw }) => {
      const opened = await service.open(caller, params.fileId);
      return answerFile(opened, raw.headers, { 'Content-Disposition': attachmentHeader(opened.file.filename) });
    }),
    route(files.viewFile, async ({ caller, params, raw }) => {
      const opened = await service.open(caller, params.fileId);
      const type = viewTypeOf(opened.file.filename);
      if (type === undefined)
        throw new HttpError(415, 'not-shown', 'Files of this kind are not shown, only downloaded.');
      return answerFile(opened, raw.headers, { 'Content-Type': type, 'Content-Disposition': 'inline' });
    }),
    route(files.deleteFile, async ({ caller, params }) => {
      await service.delete(caller, params.fileId);
      return params;
    }),
  ];
}
