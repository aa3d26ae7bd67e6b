import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpError } from '#http/errors.ts';

export const MIN_PASSWORD_CHARACTERS = 10;
/** Longer ones are refused before they cost a hash (guarantees A19). */
const MAX_PASSWORD_BYTES = 1_024;

/** One of OWASP's settings for scrypt (16 MB): N = 2^14, r = 8, p = 5. With p = 3 and twice the memory a login took over 300 ms. */
const DEFAULT_COST_LOG2 = 14;
const BLOCK_SIZE = 8;
const PARALLEL = 5;
const KEY_BYTES = 32;

/** The hash takes a thread of the pool that the history store also writes with; two at a time leave it room. */
const MAX_RUNNING = 2;
const MAX_WAITING = 40;

let commonPasswords: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  commonPasswords ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return commonPasswords.has(password.toLowerCase());
}

/**
 * Says why a password may not be set; undefined when it may.
 * Length counts characters as people see them, not UTF-16 units.
 */
export function findPasswordWeakness(password: string): string | undefined {
  if ([...password].length < MIN_PASSWORD_CHARACTERS) {
    return `The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`;
  }
  if (isTooLong(password)) return 'The password is too long.';
  if (isCommon(password)) return 'This password is one of the most common ones. Choose another.';
  return undefined;
}

export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
}

/** Too many people are logging in at this moment; they are asked to come back rather than to wait. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';
}

/** Hashes and verifies passwords with scrypt: `scrypt$log2N$r$p$salt$key`. */
export class Passwords {
  readonly #costLog2: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #dummy: Promise<string> | undefined;

  /** @param costLog2 a test may make hashing cheap; a stored hash carries the cost it was made with */
  constructor(costLog2 = DEFAULT_COST_LOG2) {
    this.#costLog2 = costLog2;
  }

  /** @throws HttpError 400 with a text when the password is too weak */
  async hashNew(password: string): Promise<string> {
    const weakness = findPasswordWeakness(password);
    if (weakness) throw new HttpError(400, 'weak-password', weakness);
    return this.#hash(password);
  }

  /**
   * Whether the password is the one that was hashed. Without a hash (no such user, or no password set) it costs the same
   * time and answers false, so that an answer's time tells nothing (guarantees A12).
   * @throws HashingBusyError when too many wait already
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    this.#dummy ??= this.#hash(randomBytes(16).toString('hex'));
    const reference = stored ?? (await this.#dummy);
    const [, costLog2, r, p, salt, key] = reference.split('$');
    const expected = Buffer.from(key ?? '', 'base64url');
    const actual = await this.#derive(
      password,
      Buffer.from(salt ?? '', 'base64url'),
      Number(costLog2),
      Number(r),
      Number(p),
    );
    const isEqual = expected.length === actual.length && timingSafeEqual(expected, actual);
    return isEqual && stored !== null && stored !== undefined;
  }

  async #hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.#derive(password, salt, this.#costLog2, BLOCK_SIZE, PARALLEL);
    const settings = [this.#costLog2, BLOCK_SIZE, PARALLEL].join('$');
    return `scrypt$${settings}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  async #derive(password: string, salt: Buffer, costLog2: number, r: number, p: number): Promise<Buffer> {
    await this.#turn();
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        const options = { N: 2 ** costLog2, r, p, maxmem: 256 * 2 ** costLog2 * r };
        // The same letters typed on another keyboard must be the same password.
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) => {
          if (error) reject(error);
          else resolve(key);
        });
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) throw new HashingBusyError('Too many logins at once.');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
