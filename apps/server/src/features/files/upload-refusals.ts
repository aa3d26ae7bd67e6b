import { databaseFaultOf } from '#db/database-faults.ts';
import { badRequest, HttpError, tooLarge } from '#http/errors.ts';

/** What went wrong with an upload, in words for who sent it; the machine's own faults stay what they are. */
export function refusalOf(error: unknown): unknown {
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
