import type { AssetId } from '@telltale/contract';
import { PayloadError } from '../incoming.ts';
import type { RegisteredDevice } from '../registered-device.ts';
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
}

type Kind = 'fw' | 'sw';

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

  static concerns(attributeName: string): boolean {
    return /^(fw|sw)_/i.test(attributeName);
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
    for (const kind of ['fw', 'sw'] as const) {
      const file = await this.#find(assetId, kind);
      if (!file) continue;
      facts.set(`${kind}_size`, String(file.length));
      facts.set(`${kind}_checksum`, file.sha256);
      facts.set(`${kind}_checksum_algorithm`, 'SHA256');
    }
    return facts;
  }

  /**
   * Answers a request for a chunk, whose size is the payload's text (empty: all of it at once). A chunk beyond the end is empty.
   * @throws {PayloadError} when there is no package, or the chunk is too large
   */
  async take(device: RegisteredDevice, session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const [, kind = '', requestId, index] = REQUEST.exec(topic) ?? [];
    try {
      const chunk = await this.chunk(device.assetId, kind as Kind, Number(index), Number(payload.toString('latin1')));
      session.send(`v2/${kind}/response/${requestId}/chunk/${index}`, chunk);
    } catch (error) {
      if (error instanceof PayloadError) session.send(`v2/${kind}/error`, error.message);
      throw error;
    }
  }

  /** @throws {PayloadError} when there is no package, or the chunk is too large */
  async chunk(assetId: AssetId, kind: Kind, index: number, sizeBytes: number): Promise<Buffer> {
    const file = await this.#find(assetId, kind);
    if (!file) throw new PayloadError(`the asset has no file that its attribute ${kind}_file names`);
    const length = sizeBytes || file.length;
    if (!Number.isInteger(length) || length < 0 || length > MAX_CHUNK_BYTES) {
      throw new PayloadError(`a chunk has 1 to ${MAX_CHUNK_BYTES} bytes`);
    }
    const start = index * length;
    if (start >= file.length) return Buffer.alloc(0);
    return this.#files.readPart(file.storageName, start, Math.min(length, file.length - start));
  }

  async #find(assetId: AssetId, kind: Kind): Promise<PackageFile | undefined> {
    const attributes = await this.#attributesOf(assetId);
    const named = attributes.find(({ attributeName }) => attributeName.toLowerCase() === `${kind}_file`);
    return named && this.#files.newestOfAsset(assetId, named.attributeValue);
  }
}
