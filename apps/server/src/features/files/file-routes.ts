import type { Multipart } from '@fastify/multipart';
import { type AssetId, files } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { databaseFaultOf } from '#db/database-faults.ts';
import { attachmentHeader } from '#file-names.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError, tooLarge } from '#http/errors.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { FileService, UploadPart } from './file-service.ts';

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

/** What went wrong with an upload, in words for who sent it; the machine's own faults stay what they are. */
function refusalOf(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new HttpError(507, 'storage-full', 'The disk of the portal is full.', { cause: error });
  }
  if (syscall !== undefined || databaseFaultOf(error) !== undefined) return error;
  const isLimit = code?.startsWith('FST_') && code.endsWith('_LIMIT');
  if (isLimit) return tooLarge('The upload has too many parts.');
  return badRequest('The upload is malformed or was cut off.');
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
    route(files.downloadFile, async ({ caller, params, raw }) => {
      const { file, read } = await service.open(caller, params.fileId);
      const etag = `"${file.sha256}"`;
      if (raw.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) {
        return new Answer(304, '', { ETag: etag });
      }
      return new Answer(200, read(), {
        ETag: etag,
        'Content-Length': String(file.length),
        'Content-Disposition': attachmentHeader(file.filename),
      });
    }),
    route(files.deleteFile, async ({ caller, params }) => {
      await service.delete(caller, params.fileId);
      return params;
    }),
  ];
}
