import type { Readable } from 'node:stream';
import type { AssetId } from '@telltale/contract';
import { PayloadError } from '../incoming.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { ChangedAttribute } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';

/** A file of an asset, as far as its device is told of it. */
export interface PackageFile {
  length: number;
  sha256: string;
  storageName: string;
}

/** Where the files of assets lie. */
export interface PackageFiles {
  newestOfAsset(assetId: AssetId, filename: string): Promise<PackageFile | undefined>;
  readPart(storageName: string, start: number, length: number): Promise<Buffer>;
  read(storageName: string, range: { start: number; end: number }): Readable;
}

type Kind = 'fw' | 'sw';
const KINDS = ['fw', 'sw'] as const;

/** More in one answer fits into no packet. */
const MAX_CHUNK_BYTES = 512 * 1024;
const REQUEST = /^v2\/(fw|sw)\/request\/([\w-]{1,64})\/chunk\/(\d{1,9})$/;
const FILTER = /^v2\/(fw|sw)\/(response\/(\+|[\w-]{1,64})\/chunk\/(\+|\d{1,9})|response\/[+#]|error)$/;

/**
 * Firmware (fw) and software (sw) for devices. The package of an asset is the newest of its files with the name that its
 * attribute `fw_file` (`sw_file`) says; an administrator uploads it and sets the attribute, the device asks for it in chunks.
 */
export class Packages {
  readonly #files: PackageFiles;
  readonly #attributesOf: (assetId: AssetId) => Promise<readonly { attributeName: string; attributeValue: string }[]>;

  constructor(
    files: PackageFiles,
    attributesOf: (assetId: AssetId) => Promise<readonly { attributeName: string; attributeValue: string }[]>,
  ) {
    this.#files = files;
    this.#attributesOf = attributesOf;
  }

  serves(topic: string): boolean {
    return REQUEST.test(topic);
  }

  grants(filter: string): boolean {
    return FILTER.test(filter);
  }

  /** What a device needs to know of its packages beside the attributes that people set: size and checksum. */
  async facts(assetId: AssetId): Promise<Map<string, string>> {
    const facts = new Map<string, string>();
    for (const kind of KINDS) {
      const { file } = await this.#find(assetId, kind);
      for (const [name, value] of file ? factsOf(kind, file) : []) facts.set(name, value);
    }
    return facts;
  }

  /**
   * What a device hears of changed attributes. Vendors' SDKs begin an update by what one message says: they hear of a
   * package as a whole once its title, version and file are there, and of none of these before. One whose device fetches
   * it elsewhere (`fw_url`) is the device's own matter.
   */
  async told(assetId: AssetId, changed: readonly ChangedAttribute[]): Promise<ChangedAttribute[]> {
    let told = [...changed];
    for (const kind of KINDS) {
      if (!changed.some(({ attributeName }) => attributeName.toLowerCase().startsWith(`${kind}_`))) continue;
      const { file, attribute } = await this.#find(assetId, kind);
      if (attribute(`${kind}_url`) !== undefined) continue;
      const parts = [`${kind}_title`, `${kind}_version`, `${kind}_file`];
      told = told.filter((one) => one.attributeValue === null || !parts.includes(one.attributeName.toLowerCase()));
      const said = parts.map((name) => ({ attributeName: name, attributeValue: attribute(name) ?? null }));
      if (!file || said.some(({ attributeValue }) => attributeValue === null)) continue;
      const facts = factsOf(kind, file).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));
      told.push(...said, ...facts);
    }
    return told;
  }

  /**
   * Answers a request for a chunk, whose size is the payload's text; empty, it is the largest that there is, and who wanted
   * all at once has to ask on. A chunk beyond the end is empty. It goes to who listens to `v2/fw/response/+`, too: that is
   * what vendors' SDKs subscribe to, though MQTT says that it covers no topic of a chunk.
   * @throws {PayloadError} when there is no package, or the chunk is too large
   */
  async take(device: RegisteredDevice, session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const [, kind = '', requestId, index] = REQUEST.exec(topic) ?? [];
    try {
      const chunk = await this.chunk(device.assetId, kind as Kind, Number(index), Number(payload.toString('latin1')));
      const answered = `v2/${kind}/response/${requestId}`;
      session.send(`${answered}/chunk/${index}`, chunk, { alsoTo: answered });
    } catch (error) {
      if (error instanceof PayloadError) session.send(`v2/${kind}/error`, error.message);
      throw error;
    }
  }

  /** @throws {PayloadError} when there is no package, or the chunk is too large */
  async chunk(assetId: AssetId, kind: Kind, index: number, sizeBytes: number): Promise<Buffer> {
    const file = await this.#fileOf(assetId, kind);
    const length = sizeBytes || MAX_CHUNK_BYTES;
    if (!Number.isInteger(length) || length < 0 || length > MAX_CHUNK_BYTES) {
      throw new PayloadError(`a chunk has 1 to ${MAX_CHUNK_BYTES} bytes`);
    }
    const start = index * length;
    if (start >= file.length) return Buffer.alloc(0);
    return this.#files.readPart(file.storageName, start, Math.min(length, file.length - start));
  }

  /**
   * A chunk for HTTP, of any size and read as it goes out; without a size all of the package is the first one.
   * @param asked title and version that the device means, where it says so
   * @throws {PayloadError} when there is no package, or it is another by now
   */
  async stream(assetId: AssetId, kind: Kind, asked: AskedChunk): Promise<{ length: number; content: Readable | '' }> {
    const file = await this.#fileOf(assetId, kind, asked);
    const size = asked.size || file.length;
    const start = asked.chunk * size;
    const length = Math.max(0, Math.min(size, file.length - start));
    // A stream of nothing has no last byte to name.
    if (length === 0) return { length, content: '' };
    return { length, content: this.#files.read(file.storageName, { start, end: start + length - 1 }) };
  }

  async #fileOf(
    assetId: AssetId,
    kind: Kind,
    asked: { title?: string | undefined; version?: string | undefined } = {},
  ): Promise<PackageFile> {
    const { file, attribute } = await this.#find(assetId, kind);
    if (!file) throw new PayloadError(`the asset has no file that its attribute ${kind}_file names`);
    for (const part of ['title', 'version'] as const) {
      const now = attribute(`${kind}_${part}`);
      if (asked[part] !== undefined && now !== undefined && asked[part] !== now) {
        throw new PayloadError(`the ${part} of the package is ${now} by now`);
      }
    }
    return file;
  }

  async #find(assetId: AssetId, kind: Kind) {
    const attributes = await this.#attributesOf(assetId);
    const attribute = (name: string) =>
      attributes.find(({ attributeName }) => attributeName.toLowerCase() === name)?.attributeValue;
    const name = attribute(`${kind}_file`);
    const file = name === undefined ? undefined : await this.#files.newestOfAsset(assetId, name);
    return { file, attribute };
  }
}

export interface AskedChunk {
  readonly chunk: number;
  /** 0: all of it. */
  readonly size: number;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
}

function factsOf(kind: Kind, { length, sha256 }: PackageFile): [name: string, value: string][] {
  return [
    [`${kind}_size`, String(length)],
    [`${kind}_checksum`, sha256],
    [`${kind}_checksum_algorithm`, 'SHA256'],
  ];
}
