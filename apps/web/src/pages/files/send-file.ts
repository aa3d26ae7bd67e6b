import { files } from '@telltale/contract';
import type { DetailedError, Upload } from 'tus-js-client';
import { inView } from '#api/client.ts';
import { viewMark } from '#api/portal/view-mark.ts';
import { useSessionStore } from '#session/session-store.ts';
import { StallWatch } from './stall-watch.ts';

/** One request carries so much at most; what of it came is kept when it breaks off. */
const PIECE_BYTES = 64 * 2 ** 20;
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 5_000, 5_000];
/** A portal that comes back does not say so; a network that does, does. */
const LOOK_AGAIN_MS = 5_000;
/** What stands between browser and portal answers in its place. */
const OF_PROXIES = [502, 503, 504];

export interface FileToSend {
  readonly file: File;
  /** Its name with the folders before it. */
  readonly path: string;
  /** Undefined: of no asset. */
  readonly assetId: number | undefined;
  readonly onProgress: (sentBytes: number) => void;
  /** Whether it waits for the portal to answer again. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** An upload under way. */
export interface Sending {
  readonly done: Promise<void>;
  /** Ends it for good; nothing of it is kept. */
  cancel(): void;
}

/**
 * Uploads a file in pieces. One that was broken off (a lost connection, a closed window, a portal that was started
 * again) goes on where it was: by itself while the window is open, or when the same file is sent to the same place once more.
 */
export function sendFile({ file, path, assetId, onProgress, onWaiting }: FileToSend): Sending {
  let upload: Upload | undefined;
  let isCancelled = false;
  let isWaiting = false;
  const wait = (waits: boolean) => {
    if (waits !== isWaiting) onWaiting(waits);
    isWaiting = waits;
  };
  const stall = new StallWatch(
    () => wait(true),
    () => void upload?.abort().then(() => isCancelled || upload?.start()),
  );
  const done = (async () => {
    const tus = await import('tus-js-client');
    if (isCancelled) return;
    await new Promise<void>((resolve, reject) => {
      const made = new tus.Upload(file, {
        endpoint: inView(files.UPLOADS_PATH),
        chunkSize: PIECE_BYTES,
        retryDelays: RETRY_AFTER_MS,
        // Says that the request comes from this client and not from another site (spec 3 §13).
        headers: { 'X-Requested-With': 'Telltale' },
        metadata: { filename: path, ...(assetId === undefined ? {} : { assetId: String(assetId) }) },
        fingerprint: async () => fingerprintOf(file, path, assetId),
        removeFingerprintOnSuccess: true,
        onBeforeRequest: () => stall.moved(),
        onProgress: (sentBytes) => {
          wait(false);
          // The portal takes its time for the sum over all of a large file.
          if (sentBytes === file.size) stall.end();
          else stall.moved();
          onProgress(sentBytes);
        },
        onAfterResponse: (request, response) => {
          stall.end();
          // The library would take a portal that is starting for one that has lost the upload, and begin anew.
          if (request.getMethod() === 'HEAD' && response.getStatus() >= 500)
            throw new Error('The portal is not there.');
          wait(false);
        },
        onShouldRetry: (error) => {
          stall.end();
          const isWorthIt = isUnanswered(error) ? navigator.onLine : mayGoAway(error);
          wait(isWorthIt || isUnanswered(error));
          return isWorthIt;
        },
        onSuccess: () => resolve(),
        onError: (error) => {
          stall.end();
          if (isCancelled || !isUnanswered(error)) reject(new Error(reasonOf(error)));
          else void connectionBack().then(() => isCancelled || made.start());
        },
      });
      upload = made;
      made.findPreviousUploads().then(([before]) => {
        // What was begun as oneself does not go on in the view of another user.
        if (before && viewMark() === undefined) made.resumeFromPreviousUpload(before);
        made.start();
      }, reject);
    });
  })();
  return {
    done,
    cancel() {
      isCancelled = true;
      stall.end();
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

/** When the browser says that it has a network again, or after a while. */
function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, LOOK_AGAIN_MS);
    window.addEventListener('online', goOn);
  });
}

/** A request was made, and not the portal has answered. */
function isUnanswered(error: Error | DetailedError): boolean {
  if (!('originalRequest' in error) || error.originalRequest === null) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || (OF_PROXIES.includes(status) && refusalOf(error) === undefined);
}

/** Refused by the portal for a reason that may pass: it is busy, or another window sends the same. */
function mayGoAway(error: Error | DetailedError): boolean {
  const status = ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;
  return status >= 500 || status === 409 || status === 423;
}

/** The portal's own words. */
function refusalOf(error: Error | DetailedError): string | undefined {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  try {
    const { error: refusal } = JSON.parse(body ?? '') as { error?: { message?: unknown } };
    return typeof refusal?.message === 'string' ? refusal.message : undefined;
  } catch {
    // Not of the portal, but of something between.
    return undefined;
  }
}

function reasonOf(error: Error | DetailedError): string {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  const isAnswered = 'originalResponse' in error && error.originalResponse !== null;
  return isAnswered ? 'The portal refused it.' : `It could not be sent: ${error.message}`;
}
