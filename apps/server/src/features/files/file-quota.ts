import type { Work } from '#db/unit-of-work.ts';
import { HttpError, tooLarge } from '#http/errors.ts';
import { type FileOwner, FileRepository, type FileUsage } from './file-repository.ts';

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
  /**
   * Counts what was taken among the stored files, within the change that stores them.
   * @throws HttpError 413 when it does not fit after all
   */
  keep(work: Work): Promise<void>;
  /** Gives back what was taken and not kept. */
  release(): void;
}

/** What one owner has: stored as of the last look, and held by the uploads that are under way. */
interface Account {
  stored: FileUsage;
  heldBytes: number;
  heldCount: number;
  uploads: number;
  /** Rises whenever an upload was stored, so that a look that began before it is not taken for newer. */
  version: number;
}

const keyOf = (owner: FileOwner) => ('assetId' in owner ? `a${owner.assetId}` : `u${owner.userId}`);

/** What surrounds the files in a request is not counted against anybody. */
const ENVELOPE_BYTES = 65_536;

/** Keeps files of one asset, or of one user, from taking the whole disk (guarantees F11, R26). */
export class FileQuota {
  readonly #options: FileQuotaOptions;
  readonly #accounts = new Map<string, Account>();

  constructor(options: FileQuotaOptions) {
    this.#options = options;
  }

  /**
   * @param announcedBytes length of the request, if it tells: room for it is held from the beginning
   * @throws HttpError 413, 507
   */
  async open(owner: FileOwner, announcedBytes = 0): Promise<Allowance> {
    const account = this.#join(owner);
    try {
      await this.#look(owner, account);
      this.#refuseFullDisk();
      const expected = Math.max(0, announcedBytes - ENVELOPE_BYTES);
      this.#refuseOver(account.stored.bytes, account.heldBytes + expected);
      account.heldBytes += expected;
      return this.#allowance(owner, account, expected);
    } catch (error) {
      this.#leave(owner, account);
      throw error;
    }
  }

  #allowance(owner: FileOwner, account: Account, expected: number): Allowance {
    let received = 0;
    let held = expected;
    let count = 0;
    const giveBack = () => {
      account.heldBytes -= held;
      account.heldCount -= count;
      held = 0;
      count = 0;
    };
    return {
      take: (bytes) => {
        received += bytes;
        const more = Math.max(0, received - held);
        held += more;
        account.heldBytes += more;
        this.#refuseOver(account.stored.bytes, account.heldBytes);
        this.#refuseFullDisk();
      },
      takeFile: () => {
        count++;
        account.heldCount++;
        refuseTooMany(account.stored.count + account.heldCount);
      },
      keep: async (work) => {
        const stored = await work.of(FileRepository).usage(owner);
        this.#refuseOver(stored.bytes, received);
        refuseTooMany(stored.count + count);
        const now = { bytes: stored.bytes + received, count: stored.count + count };
        work.afterCommit(() => {
          account.stored = now;
          account.version++;
          giveBack();
        });
      },
      release: () => {
        giveBack();
        this.#leave(owner, account);
      },
    };
  }

  #join(owner: FileOwner): Account {
    const key = keyOf(owner);
    const none: Account = { stored: { bytes: 0, count: 0 }, heldBytes: 0, heldCount: 0, uploads: 0, version: 0 };
    const account = this.#accounts.get(key) ?? none;
    this.#accounts.set(key, account);
    account.uploads++;
    return account;
  }

  #leave(owner: FileOwner, account: Account): void {
    account.uploads--;
    if (account.uploads === 0) this.#accounts.delete(keyOf(owner));
  }

  /** Files may have been deleted since the last look. */
  async #look(owner: FileOwner, account: Account): Promise<void> {
    for (;;) {
      const { version } = account;
      const stored = await this.#options.files.usage(owner);
      if (version !== account.version) continue;
      account.stored = stored;
      return;
    }
  }

  #refuseOver(storedBytes: number, moreBytes: number): void {
    const { quotaBytes } = this.#options;
    if (storedBytes + moreBytes <= quotaBytes) return;
    const message = `The files take at most ${Math.floor(quotaBytes / 2 ** 20)} MB.`;
    throw tooLarge(message, { quotaBytes, used: storedBytes });
  }

  #refuseFullDisk(): void {
    const { fault } = this.#options.reserve;
    if (fault !== undefined) throw new HttpError(507, 'storage-full', `No files can be stored: ${fault}.`);
  }
}

function refuseTooMany(count: number): void {
  if (count > MAX_FILES_PER_OWNER) throw tooLarge(`There are at most ${MAX_FILES_PER_OWNER} files.`);
}
