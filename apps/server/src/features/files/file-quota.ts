import { HttpError, tooLarge } from '#http/errors.ts';
import type { FileOwner, FileRepository } from './file-repository.ts';

/** Files of one owner; more are no folder that anybody looks through. */
const MAX_FILES_PER_OWNER = 10_000;

export interface FileQuotaOptions {
  files: FileRepository;
  /** For each asset, and for each user's files of no asset. */
  quotaBytes: number;
  /** Says when the disk has no room for more files. */
  reserve: { readonly fault: string | undefined };
}

/** What one upload may still take; uploads that go on at the same time share what is left. */
export interface Allowance {
  /** @throws HttpError 413 when the quota is used up, 507 when the disk is full */
  take(bytes: number): void;
  takeFile(): void;
  /** Gives back what was taken: it is counted among the stored files now, or nothing came of it. */
  release(): void;
}

const keyOf = (owner: FileOwner) => ('assetId' in owner ? `a${owner.assetId}` : `u${owner.userId}`);

/** Keeps files of one asset, or of one user, from taking the whole disk (guarantees F11, R26). */
export class FileQuota {
  readonly #options: FileQuotaOptions;
  readonly #underWay = new Map<string, { bytes: number; count: number }>();

  constructor(options: FileQuotaOptions) {
    this.#options = options;
  }

  /**
   * @param announcedBytes length of the request, if it tells: what cannot fit is refused before it is read
   * @throws HttpError 413, 507
   */
  async open(owner: FileOwner, announcedBytes: number | undefined): Promise<Allowance> {
    const { quotaBytes, files } = this.#options;
    const stored = await files.usage(owner);
    const key = keyOf(owner);
    const shared = this.#underWay.get(key) ?? { bytes: 0, count: 0 };
    this.#underWay.set(key, shared);
    const own = { bytes: 0, count: 0 };
    const full = tooLarge(`The files take at most ${Math.floor(quotaBytes / 2 ** 20)} MB.`, {
      quotaBytes,
      used: stored.bytes,
    });
    this.#refuseFullDisk();
    // What surrounds the files in the request is not counted against anybody.
    const envelope = 65_536;
    if (announcedBytes !== undefined && stored.bytes + shared.bytes + announcedBytes - envelope > quotaBytes)
      throw full;
    return {
      take: (bytes) => {
        own.bytes += bytes;
        shared.bytes += bytes;
        if (stored.bytes + shared.bytes > quotaBytes) throw full;
        this.#refuseFullDisk();
      },
      takeFile: () => {
        own.count++;
        shared.count++;
        if (stored.count + shared.count > MAX_FILES_PER_OWNER) {
          throw tooLarge(`There are at most ${MAX_FILES_PER_OWNER} files.`);
        }
      },
      release: () => {
        shared.bytes -= own.bytes;
        shared.count -= own.count;
        own.bytes = 0;
        own.count = 0;
        if (shared.bytes === 0 && shared.count === 0) this.#underWay.delete(key);
      },
    };
  }

  #refuseFullDisk(): void {
    const { fault } = this.#options.reserve;
    if (fault !== undefined) throw new HttpError(507, 'storage-full', `No files can be stored: ${fault}.`);
  }
}
