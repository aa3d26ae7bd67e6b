import { create } from 'zustand';
import { useAwaitingLogin } from '#session/awaiting-login.ts';
import { useSessionStore } from '#session/session-store.ts';
import { type Awaited, type Sending, sendFile } from './send-file.ts';

/** An upload as it is shown. */
export interface UploadEntry {
  readonly id: number;
  /** With the folders before it. */
  readonly path: string;
  readonly assetId: number | undefined;
  /** Whose it is: who logs in next in this window does not see it. */
  readonly userId: number | undefined;
  readonly bytes: number;
  readonly sentBytes: number;
  /** It goes on by itself once this is there again. */
  readonly waitsFor?: Awaited | undefined;
  /** Why it ended; undefined: it goes on. */
  readonly problem?: string;
}

interface UploadState {
  readonly entries: readonly UploadEntry[];
}

/** The uploads of this window: they go on while other pages are looked at. */
export const useUploadStore = create<UploadState>()(() => ({ entries: [] }));

useUploadStore.subscribe(({ entries }) =>
  useAwaitingLogin.setState({ isUpload: entries.some(({ waitsFor }) => waitsFor === 'login') }),
);

const sendings = new Map<number, Sending>();
let lastId = 0;

function change(id: number, part: Partial<UploadEntry>): void {
  useUploadStore.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)),
  }));
}

/** Takes an upload off the list; one that goes on ends for good. */
export function endUpload(id: number): void {
  sendings.get(id)?.cancel();
  sendings.delete(id);
  useUploadStore.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));
}

/** Whoever closes the window is asked first: uploads end with it. */
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
useUploadStore.subscribe(({ entries }) => {
  const isUnderWay = entries.some(({ problem }) => problem === undefined);
  if (isUnderWay) window.addEventListener('beforeunload', onBeforeUnload);
  else window.removeEventListener('beforeunload', onBeforeUnload);
});

const nameOf = ({ webkitRelativePath, name }: File) => webkitRelativePath || name;

interface UploadPlace {
  /** Undefined: of no asset. */
  readonly assetId: number | undefined;
  readonly folder: string;
  /** What a file is called, with the folders that it was dropped in. */
  readonly pathOf?: (file: File) => string;
  /** Told of each that has come. */
  readonly onCome: () => void;
}

/**
 * Uploads files into a folder, one after the other.
 * @returns the paths of those that have come
 */
export async function startUploads(
  chosen: readonly File[],
  { assetId, folder, pathOf = nameOf, onCome }: UploadPlace,
): Promise<string[]> {
  const userId = useSessionStore.getState().user?.userId;
  const made = chosen.map((file) => {
    lastId += 1;
    const path = [folder, pathOf(file)].filter(Boolean).join('/');
    return { file, entry: { id: lastId, path, assetId, userId, bytes: file.size, sentBytes: 0 } };
  });
  useUploadStore.setState(({ entries }) => ({ entries: [...entries, ...made.map(({ entry }) => entry)] }));
  const come: string[] = [];
  for (const { file, entry } of made) {
    const isWanted = useUploadStore.getState().entries.some(({ id }) => id === entry.id);
    if (!isWanted || !(await sendOne(file, entry))) continue;
    come.push(entry.path);
    onCome();
  }
  return come;
}

/** @returns whether it has come */
async function sendOne(file: File, { id, path, assetId }: UploadEntry): Promise<boolean> {
  const ended = new Promise<'ended'>((resolve) => {
    const stop = useUploadStore.subscribe(({ entries }) => {
      if (entries.some((entry) => entry.id === id)) return;
      stop();
      resolve('ended');
    });
  });
  const onProgress = (sentBytes: number) => change(id, { sentBytes });
  const sending = sendFile({ file, path, assetId, onProgress, onWaiting: (waitsFor) => change(id, { waitsFor }) });
  sendings.set(id, sending);
  try {
    const outcome = await Promise.race([sending.done.then(() => 'done' as const), ended]);
    if (outcome === 'ended') return false;
    sendings.delete(id);
    endUpload(id);
    return true;
  } catch (error) {
    sendings.delete(id);
    change(id, { problem: error instanceof Error ? error.message : String(error) });
    return false;
  }
}
