import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text was sealed with another key, for another owner, or changed since. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/**
 * Keeps secrets that the portal must read again (AES-256-GCM). The key is a file of the data folder: a copy of the
 * database alone, a dump of PostgreSQL for one, opens nothing.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** @param owner what the secret belongs to: the sealed text cannot be moved to another */
  seal(text: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** @throws SealBrokenError */
  unseal(sealed: string, owner: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString();
    } catch (cause) {
      throw new SealBrokenError('The sealed text cannot be read.', { cause });
    }
  }

  /** A signature that nobody can make without the key (HMAC-SHA256), with a key of its own for each purpose. */
  sign(text: string, purpose: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.#key, '', purpose, KEY_BYTES));
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  isSignedBy(signature: string, text: string, purpose: string): boolean {
    const expected = Buffer.from(this.sign(text, purpose));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Opens the box with the key of this file, which is made where there is none. */
export async function openSecretBox(keyFile: string): Promise<SecretBox> {
  const key = (await readKey(keyFile)) ?? (await makeKey(keyFile)) ?? (await readKey(keyFile));
  if (!key) throw new Error(`${keyFile} was made and taken away again.`);
  return new SecretBox(key);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (key && key.length !== KEY_BYTES) throw new Error(`${file} is no key: restore it from a backup, or remove it.`);
  return key;
}

/** A key appears whole or not at all: half a key would lock out everybody whose secret was sealed with it. */
async function makeKey(file: string): Promise<Buffer | undefined> {
  const key = randomBytes(KEY_BYTES);
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, key, { mode: 0o600, flush: true });
  try {
    await link(part, file);
    return key;
  } catch (error) {
    // Another node that starts in the same folder was first: its key is the one.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  } finally {
    await unlink(part);
  }
}
