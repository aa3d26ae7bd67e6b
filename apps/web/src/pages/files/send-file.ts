import { files } from '@telltale/contract';
import type { Upload } from 'tus-js-client';
import { inView } from '#api/client.ts';
import { viewMark } from '#api/portal/view-mark.ts';
import { checkSession } from '#session/session.ts';
import { useSessionStore } from '#session/session-store.ts';
import { StallWatch } from './stall-watch.ts';
import { isUnanswered, mayGoAway, NotTold, reasonOf, tellsHowFar, wantsLogin } from './upload-answers.ts';

/** One request carries so much at most; what of it came is kept when it breaks off. */
const PIECE_BYTES = 64 * 2 ** 20;
const RETRY_AFTER_MS = [0, 1_000, 3_000, 5_000, 5_000, 5_000];
/** A portal that comes back does not say so; a network that does, does. */
const LOOK_AGAIN_MS = 5_000;

/** What an upload waits for: the portal to answer, or its user to log in again. */
export type Awaited = 'portal' | 'login';

export interface FileToSend {
  readonly file: File;
  /** Its name with the folders before it. */
  readonly path: string;
  /** Undefined: of no asset. */
  readonly assetId: number | undefined;
  readonly onProgress: (sentBytes: number) => void;
  /** Undefined: it goes on. */
  readonly onWaiting: (waitsFor: Awaited | undefined) => void;
}

/** An upload under way. */
export interface Sending {
  readonly done: Promise<void>;
  /** Ends it for good; nothing of it is kept. */
  cancel(): void;
}

/**
 * Uploads a file in pieces. One that was broken off (a lost connection, a closed window, a portal that was started
 * again, a session that ended) goes on where it was: by itself while the window is open, or when the same file is sent to the
 * same place once more.
 */
export function sendFile({ file, path, assetId, onProgress, onWaiting }: FileToSend): Sending {
  let upload: Upload | undefined;
  let isCancelled = false;
  let waitsFor: Awaited | undefined;
  const wait = (what: Awaited | undefined) => {
    if (what !== waitsFor) onWaiting(what);
    waitsFor = what;
  };
  const { user } = useSessionStore.getState();
  const stall = new StallWatch(
    () => wait('portal'),
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
        fingerprint: async () => fingerprintOf({ file, path, assetId }, user?.userId),
        removeFingerprintOnSuccess: true,
        onBeforeRequest: () => stall.moved(),
        onProgress: (sentBytes) => {
          wait(undefined);
          // The portal takes its time for the sum over all of a large file.
          if (sentBytes === file.size) stall.end();
          else stall.moved();
          onProgress(sentBytes);
        },
        onAfterResponse: (request, response) => {
          stall.end();
          const status = response.getStatus();
          if (request.getMethod() === 'HEAD' && !tellsHowFar(status)) throw new NotTold(status);
          wait(undefined);
        },
        onShouldRetry: (error) => {
          stall.end();
          const isWorthIt = isUnanswered(error) ? navigator.onLine : mayGoAway(error);
          if (isWorthIt || isUnanswered(error)) wait('portal');
          return isWorthIt;
        },
        onSuccess: () => resolve(),
        onError: (error) => {
          stall.end();
          const goOn = () => isCancelled || made.start();
          if (!isCancelled && wantsLogin(error)) {
            wait('login');
            void loggedInAgain(user?.userId).then(goOn);
          } else if (!isCancelled && isUnanswered(error)) void connectionBack().then(goOn);
          else reject(new Error(reasonOf(error)));
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
function fingerprintOf(
  { file, path, assetId }: Pick<FileToSend, 'file' | 'path' | 'assetId'>,
  userId?: number,
): string {
  return ['telltale', userId, assetId ?? 'none', path, file.size, file.lastModified].join('/');
}

/**
 * When this window has a session of the same user again. The portal is asked first: another window may have logged in
 * already, and whoever looks at this one is to find the login.
 */
async function loggedInAgain(userId: number | undefined): Promise<void> {
  const isBack = ({ state, user, viewing } = useSessionStore.getState()) =>
    state === 'valid' && user?.userId === userId && viewing === undefined;
  await checkSession();
  // Not at once: the next answer may be the same.
  if (isBack()) return connectionBack();
  return new Promise((resolve) => {
    const stop = useSessionStore.subscribe((session) => {
      if (!isBack(session)) return;
      stop();
      resolve();
    });
  });
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
