import type { ErrorReply } from '@telltale/contract';
import { HistoryUnavailableError } from '@telltale/historian';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseBusyError, type DatabaseConflict, databaseConflictOf } from '#db/database-conflicts.ts';
import { DatabaseAwayError, type DatabaseFault, databaseFaultOf } from '#db/database-faults.ts';
import { HttpError } from './errors.ts';

/** Fastify's own refusals, by status: the code of the wire form and a text that gives nothing away. */
const refusals: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['bad-request', 'The request is malformed.'],
  404: ['not-found', 'There is no such call.'],
  408: ['timeout', 'The request took too long to arrive.'],
  413: ['too-large', 'The body is too large.'],
  414: ['too-large', 'The address is too long.'],
  415: ['unsupported-media-type', 'The body is of a type that this call does not take.'],
  431: ['too-large', 'The headers are too large.'],
};

const DAMAGED = 'The database of the portal is damaged. Nothing is changed any more until a backup is restored.';

/** What the machine of the portal is to blame for, and whoever reads it can have put right (guarantees R9, R13). */
const unavailable: Readonly<Record<DatabaseFault, readonly [code: string, message: string]>> = {
  full: ['storage-full', 'The disk of the portal is full. Nothing was changed. Make room on it and try again.'],
  damaged: ['database-damaged', DAMAGED],
  'read-only': ['database-damaged', DAMAGED],
  away: ['database-away', 'The database of the portal does not answer at the moment. Try again when it does.'],
};

/** The connection ended between the request to commit and its answer. */
const PERHAPS_KEPT =
  'The database of the portal stopped answering while this was being saved. It may have been saved or not: look before you do it again.';

const HISTORY_UNAVAILABLE = 'The history cannot do this at the moment. Nothing was changed. Try again later.';
/** What charts say while they show what there is (spec 3 §1). */
const HISTORY_AWAY =
  'History is behind: its server does not answer. What devices send is kept, and comes as soon as it does.';
const UNFINISHED =
  'The history cannot be written at the moment. What was begun is finished as soon as it can be written again.';

const BUSY = 'The portal is busy with other changes. Nothing was changed. Try again in a moment.';

/** What others did meanwhile, where no service could say it better. */
const conflicts: Readonly<Record<DatabaseConflict, readonly [status: number, code: string, message: string]>> = {
  contended: [503, 'busy', BUSY],
  reference: [
    409,
    'conflict',
    'What this refers to was deleted, or came into use, at the same time. Nothing was changed. Load it anew and try again.',
  ],
  taken: [
    409,
    'conflict',
    'Somebody else saved the same at the same time. Nothing was changed. Load it anew and try again.',
  ],
};

function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseAwayError && error.mayBeKept) {
    return new HttpError(503, unavailable.away[0], PERHAPS_KEPT, { cause: error });
  }
  const fault = databaseFaultOf(error);
  if (fault !== undefined) return new HttpError(503, ...unavailable[fault], { cause: error });
  const conflict = error instanceof DatabaseBusyError ? 'contended' : databaseConflictOf(error);
  if (conflict !== undefined) return new HttpError(...conflicts[conflict], { cause: error });
  if (error instanceof HistoryUnavailableError) return toHistoryRefusal(error);
  const status = (error as Partial<FastifyError>).statusCode;
  const code = (error as Partial<FastifyError>).code;
  if (status === undefined || status >= 500 || !code?.startsWith('FST_')) return undefined;
  const [name, message] = refusals[status] ?? ['bad-request', 'The request was refused.'];
  return new HttpError(status, name, message);
}

function toHistoryRefusal(error: HistoryUnavailableError): HttpError {
  if (error.mayHappen) return new HttpError(503, 'history-unavailable', UNFINISHED, { cause: error });
  if (error.isAway) return new HttpError(503, 'history-unavailable', HISTORY_AWAY, { cause: error });
  if (error.isFull) return new HttpError(503, ...unavailable.full, { cause: error });
  return new HttpError(503, 'history-unavailable', HISTORY_UNAVAILABLE, { cause: error });
}

export function errorBody(error: HttpError): ErrorReply {
  const { code, message, details } = error;
  return { error: { code, message, ...(details === undefined ? {} : { details }) } };
}

/**
 * Writes a refusal in the wire form. Anything that is not one is logged with its cause under the request's id and
 * becomes a bare 500 (guarantees I5).
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toHttpError(error);
  if (!refusal || refusal.status >= 500) request.log.error({ err: error, req: request }, 'a request failed');
  else if (refusal !== error && refusal.status === 409) request.log.warn({ err: error }, 'a change met another one');
  const shown =
    refusal ?? new HttpError(500, 'internal', `Something went wrong. The log has it under request ${request.id}.`);
  for (const name of ['content-encoding', 'etag', 'content-disposition']) reply.removeHeader(name);
  if (isPlainText(shown)) {
    return reply
      .code(shown.status)
      .headers({ 'X-Refusal-Code': shown.code, ...shown.headers })
      .type('text/plain; charset=utf-8')
      .send(shown.message);
  }
  return reply
    .code(shown.status)
    .headers({ 'Cache-Control': 'no-store', ...shown.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(shown)));
}

/** The login page shows the body of a refused login as it is (spec 2 §7). */
function isPlainText(error: HttpError): boolean {
  return error.headers['Content-Type']?.startsWith('text/plain') === true;
}
