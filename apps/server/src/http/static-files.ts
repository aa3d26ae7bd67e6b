import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import { acceptedEncoding, type Encoding, isCompressibleType } from './compression.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticFile {
  bytes: Buffer;
  type: string;
  etag: string;
  /** Its name carries a hash of its content, so it may be kept for ever. */
  isImmutable: boolean;
  encoding: Encoding | undefined;
}

const gzipBytes = promisify(gzip);
const zstdBytes = promisify(zstdCompress);

/**
 * The built web client, read from a list of its files: a path that is not in the list does not exist, so there is
 * nothing to traverse. Files are kept in memory, compressed once at the highest level. A new build is noticed by its
 * index.html.
 */
export class StaticFiles {
  readonly #folder: string;
  #builtMs = -1;
  #paths = new Map<string, string>();
  #cache = new Map<string, Promise<StaticFile>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param path as in the request, e.g. `/assets/index-abc.js` */
  async find(path: string, acceptEncoding: string | undefined): Promise<StaticFile | undefined> {
    await this.#refresh();
    const file = this.#paths.get(path);
    if (file === undefined) return undefined;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const encoding = isCompressibleType(type) ? acceptedEncoding(acceptEncoding) : undefined;
    const key = `${encoding ?? 'plain'} ${path}`;
    let cached = this.#cache.get(key);
    if (!cached) {
      cached = read(file, type, encoding, path);
      this.#cache.set(key, cached);
      cached.catch(() => this.#cache.delete(key));
    }
    return cached;
  }

  async #refresh(): Promise<void> {
    const built = await stat(join(this.#folder, 'index.html')).catch(() => undefined);
    const builtMs = built?.mtimeMs ?? 0;
    if (builtMs === this.#builtMs) return;
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.map'),
    );
    this.#paths = new Map(
      files.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [`/${relative(this.#folder, file).split(sep).join('/')}`, file];
      }),
    );
    this.#cache = new Map();
    this.#builtMs = builtMs;
  }
}

async function read(file: string, type: string, encoding: Encoding | undefined, path: string): Promise<StaticFile> {
  const plain = await readFile(file);
  const bytes = encoding === undefined ? plain : await compress(plain, encoding);
  return {
    bytes,
    type,
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    isImmutable: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path),
    encoding,
  };
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipBytes(bytes, { level: 9 });
  // Without the size ahead of it, each file would be given the tables of a huge one: ten times the processor time.
  return zstdBytes(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 17 }, pledgedSrcSize: bytes.length });
}
