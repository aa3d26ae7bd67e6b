import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/**
 * Bytes that are handed out as they come, each piece once there is room for it.
 * @param write makes them
 * @param signal the client has left: nothing is to be said of a failure
 * @param onFailure hears why it broke off in the middle
 * @returns `begun` resolves with the first bytes, or rejects where there will be none
 */
export function streamed(
  write: (onBytes: (bytes: Uint8Array) => Promise<void>) => Promise<unknown>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): { content: Readable; begun: Promise<unknown> } {
  const content = new PassThrough();
  const first = Promise.withResolvers<void>();
  const done = write(async (bytes) => {
    first.resolve();
    if (!content.write(bytes)) await once(content, 'drain', { signal });
  });
  done.then(
    () => content.end(),
    (error: unknown) => {
      if (!signal.aborted) onFailure(error);
      // What was sent already cannot be taken back: the client sees the connection end.
      content.destroy(error as Error);
    },
  );
  content.on('error', () => undefined);
  return { content, begun: Promise.race([first.promise, done]) };
}
