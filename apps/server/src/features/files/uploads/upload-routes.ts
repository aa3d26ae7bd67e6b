import { files } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { TusProtocol } from './tus-protocol.ts';
import type { UploadService } from './upload-service.ts';

/** Resumable uploads; their permission and scope are asked for at each request. */
export function uploadRoutes(service: UploadService, tus: TusProtocol): Route[] {
  const options = {
    stream: true,
    scope: async ({ caller, params }: { caller: Caller; params: { uploadId: string } }) => {
      await service.require(caller, params.uploadId);
    },
  };
  return [
    route(files.beginUpload, ({ caller, raw, rawReply }) => tus.answer(caller, raw, rawReply), { stream: true }),
    route(files.findUpload, ({ caller, raw, rawReply }) => tus.answer(caller, raw, rawReply), options),
    route(files.continueUpload, ({ caller, raw, rawReply }) => tus.answer(caller, raw, rawReply), options),
    route(files.endUpload, ({ caller, raw, rawReply }) => tus.answer(caller, raw, rawReply), options),
  ];
}
