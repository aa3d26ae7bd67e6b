import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { assetIdSchema, files } from '@telltale/contract';
import { DataStore, Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, HttpError } from '#http/errors.ts';
import { Answer } from '#http/route.ts';
import { refusalOf } from '../upload-refusals.ts';
import { UploadLocks } from './upload-locks.ts';
import type { UploadService } from './upload-service.ts';

/** One request under way: who makes it, and what it was refused for. */
interface Exchange {
  readonly caller: Caller;
  refusal?: unknown;
}

/** What of an answer is the protocol's; the others are the portal's own. */
const ANSWERED = /^(tus-|upload-|location$)/i;
/** What of a request is the protocol's. */
const ASKED = /^(tus-|upload-|content-type$|content-length$)/i;

/** The tus protocol 1.0.0 as its library speaks it, on the portal's own rights, quota and folder. */
export class TusProtocol {
  readonly #server: Server;
  readonly #exchanges = new AsyncLocalStorage<Exchange>();

  constructor(service: UploadService) {
    const callerNow = (): Caller => {
      const exchange = this.#exchanges.getStore();
      if (!exchange) throw new Error('An upload is asked for outside of a request.');
      return exchange.caller;
    };
    this.#server = new Server({
      path: files.UPLOADS_PATH,
      relativeLocation: true,
      locker: new UploadLocks(),
      datastore: new PortalStore(service, callerNow),
      namingFunction: (request, metadata) =>
        service.begin(callerNow(), {
          filename: metadata?.filename ?? undefined,
          assetId: readAsset(metadata?.assetId),
          length: readLength(request.headers.get('upload-length')),
        }),
      onUploadFinish: async (_request, { id }) => {
        await service.finish(callerNow(), id);
        return {};
      },
      onResponseError: (_request, error) => {
        const exchange = this.#exchanges.getStore();
        if (exchange) exchange.refusal = error;
        return undefined;
      },
    });
  }

  /** @throws HttpError with what the request was refused for */
  async answer(caller: Caller, raw: FastifyRequest, rawReply: FastifyReply): Promise<Answer> {
    const exchange: Exchange = { caller };
    const response = await this.#exchanges.run(exchange, () => this.#server.handleWeb(toWebRequest(raw)));
    const text = await response.text();
    if (response.status >= 400) {
      // What may still come of the upload is not read.
      rawReply.header('Connection', 'close');
      throw refusalFor(exchange.refusal, response.status, text);
    }
    const headers = [...response.headers].filter(([name]) => ANSWERED.test(name));
    return new Answer(response.status, text, Object.fromEntries(headers));
  }
}

function toWebRequest(raw: FastifyRequest): Request {
  const headers = Object.entries(raw.headers).flatMap(([name, value]): [string, string][] =>
    ASKED.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  const hasBody = raw.method === 'PATCH';
  return new Request(new URL(raw.url, 'http://portal'), {
    method: raw.method,
    headers,
    // As it comes: `Readable.toWeb` would copy each chunk.
    ...(hasBody ? { body: WebStream.from(raw.raw) as ReadableStream, duplex: 'half' } : {}),
  });
}

/** The library answers in plain text, and what it does not know with 500. */
function refusalFor(cause: unknown, status: number, text: string): unknown {
  if (cause instanceof HttpError || (cause instanceof Error && !('status_code' in cause))) return refusalOf(cause);
  if (text.startsWith('Request aborted')) return conflict('Another request goes on with this upload.');
  return new HttpError(status, 'upload-refused', text.trim() || 'The upload was refused.');
}

function readAsset(text: string | null | undefined) {
  if (text === undefined || text === null || text === '') return null;
  const assetId = assetIdSchema.safeParse(Number(text));
  if (!assetId.success) throw badRequest('The upload names no asset.', { field: 'assetId' });
  return assetId.data;
}

function readLength(text: string | null): number {
  const length = Number(text);
  if (!Number.isSafeInteger(length) || length < 0) throw badRequest('The upload has no length.', { field: 'length' });
  return length;
}

class PortalStore extends DataStore {
  readonly #service: UploadService;
  readonly #callerNow: () => Caller;

  constructor(service: UploadService, callerNow: () => Caller) {
    super();
    this.#service = service;
    this.#callerNow = callerNow;
    this.extensions = ['creation', 'termination'];
  }

  /** Its room was made as it was named. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { upload, offset } = await this.#service.look(this.#callerNow(), id);
    if (offset === upload.length) await this.#service.finish(this.#callerNow(), id);
    return new Upload({ id, size: upload.length, offset });
  }

  override write(content: Readable, id: string, offset: number): Promise<number> {
    return this.#service.append(this.#callerNow(), id, offset, content);
  }

  override remove(id: string): Promise<void> {
    return this.#service.drop(this.#callerNow(), id);
  }
}
