import { TooManyPointsError } from '@telltale/historian';
import { type HttpError, tooLarge } from '#http/errors.ts';

/**
 * Does what reads history; where the store says that an answer would hold too much, the caller is told how much and how
 * to ask for less (413).
 */
export async function withinLimit<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof TooManyPointsError ? tooManyValues(error) : error;
  }
}

function tooManyValues({ points, limit }: TooManyPointsError): HttpError {
  const [found, most] = [points, limit].map((count) => count.toLocaleString('en-US'));
  return tooLarge(
    `${found} values are too many; at most ${most} are read for one answer. Ask for a shorter range, fewer series, fewer buckets or a threshold.`,
    { values: points, limit },
  );
}
