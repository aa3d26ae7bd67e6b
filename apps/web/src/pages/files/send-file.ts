import { files } from '@telltale/contract';
import type { DetailedError, Upload } from 'tus-js-client';
import { useSessionStore } from '#session/session-store.ts';

/** One request carries so much at most; what of it came is kept when it breaks off. */
const PIECE_BYTES = 64 * 2 ** 20;
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

export interface FileToSend {
  readonly file: File;
  /** Its name with the folders before it. */
  readonly path: string;
  /** Undefined: of no asset. */
  readonly assetId: number | undefined;
  readonly onProgress: (sentBytes: number) => void;
}

/** An upload under way. */
export interface Sending {
  readonly done: Promise<void>;
  /** Ends it for good; nothing of it is kept. */
  cancel(): void;
}

/**
 * Uploads a file in pieces. One that was broken off (a lost connection, a closed window, a portal that was started
 * again) goes on where it was when the same file is sent to the same place once more.
 */
export function sendFile({ file, path, assetId, onProgress }: FileToSend): Sending {
  let upload: Upload | undefined;
  let isCancelled = false;
  const done = (async () => {
    const tus = await import('tus-js-client');
    if (isCancelled) return;
    await new Promise<void>((resolve, reject) => {
      const made = new tus.Upload(file, {
        endpoint: files.UPLOADS_PATH,
        chunkSize: PIECE_BYTES,
        retryDelays: RETRY_AFTER_MS,
        // Says that the request comes from this client and not from another site (spec 3 §13).
        headers: { 'X-Requested-With': 'Telltale' },
        metadata: { filename: path, ...(assetId === undefined ? {} : { assetId: String(assetId) }) },
        fingerprint: async () => fingerprintOf(file, path, assetId),
        removeFingerprintOnSuccess: true,
        onProgress,
        onSuccess: () => resolve(),
        onError: (error) => reject(new Error(reasonOf(error))),
      });
      upload = made;
      made.findPreviousUploads().then(([before]) => {
        if (before) made.resumeFromPreviousUpload(before);
        made.start();
      }, reject);
    });
  })();
  return {
    done,
    cancel() {
      isCancelled = true;
      // What is left of it in the portal expires if it cannot be told.
      void upload?.abort(true).catch(() => undefined);
    },
  };
}

/** What makes it the same upload: the same content, as far as its name, size and time tell, by and for the same. */
function fingerprintOf(file: File, path: string, assetId: number | undefined): string {
  const { user } = useSessionStore.getState();
  return ['telltale', user?.userId, assetId ?? 'none', path, file.size, file.lastModified].join('/');
}

/** The portal's own words, where it has answered. */
function reasonOf(error: Error | DetailedError): string {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  if (!body) return 'The portal does not answer. Drop the same file again to go on with it.';
  try {
    const { error: refusal } = JSON.parse(body) as { error?: { message?: unknown } };
    if (typeof refusal?.message === 'string') return refusal.message;
  } catch {
    // Not of the portal, but of something between.
  }
  return 'The portal refused it.';
}
