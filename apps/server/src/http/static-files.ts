import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedNames, isCompressibleType } from './compression.ts';
import { PagePreloads, readPagePreloads } from './page-preloads.ts';

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
  '.pbf': 'application/x-protobuf',
};

/** The smallest first: a file is compressed once and sent often. */
const ENCODINGS = ['br', 'gzip'] as const;
type FileEncoding = (typeof ENCODINGS)[number];

export interface StaticFile {
  bytes: Buffer;
  type: string;
  etag: string;
  /** Its name carries a hash of its content, so it may be kept for ever. */
  isImmutable: boolean;
  encoding: FileEncoding | undefined;
}

const gzipBytes = promisify(gzip);
const brotliBytes = promisify(brotliCompress);
/** What the build compressed as small as it goes, beside the file that it is of. */
const COMPRESSED = '.br';
/** For what the build left as it is: small files, and those that were changed since. */
const QUALITY = 6;

/**
 * The built web client, read from a list of its files: a path that is not in the list does not exist, so there is
 * nothing to traverse. Files are kept in memory, compressed by the build or else once here. A new build is noticed by
 * its index.html.
 */
export class StaticFiles {
  readonly #folder: string;
  #builtMs = -1;
  #paths = new Map<string, string>();
  #cache = new Map<string, Promise<StaticFile>>();
  #index: string | undefined;
  #preloads = new PagePreloads([]);

  readonly #portalName: () => string;

  /** @param portalName what pages are headed with; '' is the product's own name */
  constructor(folder: string, portalName: () => string = () => '') {
    this.#folder = folder;
    this.#portalName = portalName;
  }

  /** @param path as in the request, e.g. `/assets/index-abc.js` */
  async find(path: string, acceptEncoding: string | undefined): Promise<StaticFile | undefined> {
    await this.#refresh();
    const file = this.#paths.get(path);
    if (file === undefined) return undefined;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const encoding = isCompressibleType(type) ? encodingFor(acceptEncoding) : undefined;
    const key = `${encoding ?? 'plain'} ${path}`;
    let cached = this.#cache.get(key);
    if (!cached) {
      cached = read(file, type, encoding, path);
      this.#cache.set(key, cached);
      cached.catch(() => this.#cache.delete(key));
    }
    return cached;
  }

  /** index.html for an address of the client, with what it will ask for; undefined: there is no client. */
  async page(path: string, hasSession: boolean): Promise<StaticFile | undefined> {
    await this.#refresh();
    if (this.#index === undefined) return undefined;
    const bytes = Buffer.from(this.#preloads.into(named(this.#index, this.#portalName()), path, hasSession));
    return { bytes, type: TYPES['.html'] as string, etag: etagOf(bytes), isImmutable: false, encoding: undefined };
  }

  async #refresh(): Promise<void> {
    const built = await stat(join(this.#folder, 'index.html')).catch(() => undefined);
    const builtMs = built?.mtimeMs ?? 0;
    if (builtMs === this.#builtMs) return;
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(map|br)$/.test(entry.name),
    );
    this.#paths = new Map(
      files.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [`/${relative(this.#folder, file).split(sep).join('/')}`, file];
      }),
    );
    this.#index = await this.#text('/index.html');
    const preloads = await this.#text('/page-preloads.json');
    this.#preloads = preloads === undefined ? new PagePreloads([]) : readPagePreloads(preloads);
    this.#cache = new Map();
    this.#builtMs = builtMs;
  }

  async #text(path: string): Promise<string | undefined> {
    const file = this.#paths.get(path);
    return file === undefined ? undefined : readFile(file, 'utf8');
  }
}

/** The name that administrators gave the portal, where the client reads it: no request of its own is needed. */
function named(html: string, portalName: string): string {
  if (portalName === '') return html;
  const text = portalName.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text}</title>`)
    .replace('</head>', () => `<meta name="application-name" content="${text}"></head>`);
}

const etagOf = (bytes: Buffer) => `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;

function encodingFor(acceptEncoding: string | undefined): FileEncoding | undefined {
  const accepted = acceptedNames(acceptEncoding);
  return ENCODINGS.find((encoding) => accepted.has(encoding));
}

async function read(file: string, type: string, encoding: FileEncoding | undefined, path: string): Promise<StaticFile> {
  const plain = await readFile(file);
  const bytes = encoding === undefined ? plain : await compressed(file, plain, encoding);
  return {
    bytes,
    type,
    etag: etagOf(plain),
    isImmutable: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path),
    encoding,
  };
}

async function compressed(file: string, plain: Buffer, encoding: FileEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipBytes(plain, { level: 9 });
  const built = await readBuilt(file);
  return built ?? brotliBytes(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

/** What the build made of a file; undefined where it made nothing, or the file is a later one. */
async function readBuilt(file: string): Promise<Buffer | undefined> {
  const made = await stat(file + COMPRESSED).catch(() => undefined);
  if (made === undefined || made.mtimeMs < (await stat(file)).mtimeMs) return undefined;
  return readFile(file + COMPRESSED);
}
