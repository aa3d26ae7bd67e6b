import type { AdminId, AssetId, DataItemId, GatewayId } from '@telltale/contract';
import type { AssetEvent } from '#asset-events.ts';
import type { AssetRepository, DeviceRecord } from '#features/assets/asset-repository.ts';
import type { DataItemRecord, DataItemRepository } from '#features/definitions/data-item-repository.ts';
import type { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { nameKey } from '#names.ts';
import { hashToken } from '#random-token.ts';
import { DataItemSlot } from './data-item-slot.ts';
import { RegisteredDevice } from './registered-device.ts';

/** A gateway or Sparkplug edge, as its token names it. */
export interface GatewayRef {
  readonly gatewayId: GatewayId;
  readonly name: string;
  /** The assets that it creates belong to this admin unit; it reaches no others. */
  readonly adminId: AdminId;
}

/** What gateways speak; `plain` are the topics of outside brokers that rules map to assets. */
export type Language = 'sparkplug' | 'gateway' | 'plain';

/** Whom an access token stands for. */
export type Principal =
  | { readonly kind: 'asset'; readonly key: string; readonly device: RegisteredDevice }
  | {
      readonly kind: 'gateway';
      readonly key: string;
      readonly gateway: GatewayRef;
      readonly tokenHash: string;
      /** What is understood of an outside broker, which stands for all who speak there; undefined: it is one gateway. */
      readonly understood?: (language: Language) => boolean;
    }
  /** A device that has no token yet, and may ask for one. */
  | { readonly kind: 'newcomer'; readonly key: string; readonly address: string };

export interface RegistryRepositories {
  assets: AssetRepository;
  gateways: GatewayRepository;
  items: DataItemRepository;
}

/** A token is 43 characters; what is longer is nobody's. */
const MAX_TOKEN_LENGTH = 255;

/**
 * Every device, in memory: by token, serial number and asset, with its data items. Loaded at start, kept fresh by
 * AssetEvents; what it does not know yet it asks the database for.
 */
export class DeviceRegistry {
  readonly #repositories: RegistryRepositories;
  readonly #byAsset = new Map<AssetId, RegisteredDevice>();
  readonly #byTokenHash = new Map<string, Principal>();
  readonly #bySerialKey = new Map<string, RegisteredDevice>();
  readonly #addedListeners = new Set<(device: RegisteredDevice) => void>();
  readonly #revokedListeners = new Set<(principalKey: string) => void>();
  readonly #movedListeners = new Set<(device: RegisteredDevice) => void>();
  /** Of each look-up that is under way, whose records have changed since it asked. */
  readonly #changedSince = new Set<Set<string>>();

  constructor(repositories: RegistryRepositories) {
    this.#repositories = repositories;
  }

  async load(): Promise<void> {
    const [assets, items, links] = await Promise.all([
      this.#repositories.assets.list(),
      this.#repositories.items.list(),
      this.#repositories.items.listAssetItems(),
    ]);
    for (const asset of assets) this.#add(asset);
    const itemsById = new Map(items.map((item) => [item.dataItemId, item]));
    for (const link of links) {
      const item = itemsById.get(link.dataItemId);
      if (item) this.#byAsset.get(link.assetId)?.addSlot(nameKey(item.label), slotOf(link.assetId, item));
    }
  }

  /** Calls the listener with the key of a principal whose token ended: its connections must go. */
  onRevoked(listener: (principalKey: string) => void): () => void {
    this.#revokedListeners.add(listener);
    return () => this.#revokedListeners.delete(listener);
  }

  /** Calls the listener with each device that becomes known from here on, before anything of it is taken in. */
  onAdded(listener: (device: RegisteredDevice) => void): () => void {
    this.#addedListeners.add(listener);
    return () => this.#addedListeners.delete(listener);
  }

  /** Calls the listener with each device that belongs to another admin unit now: gateways of the one before reach it no longer. */
  onMoved(listener: (device: RegisteredDevice) => void): () => void {
    this.#movedListeners.add(listener);
    return () => this.#movedListeners.delete(listener);
  }

  find(assetId: AssetId): RegisteredDevice | undefined {
    return this.#byAsset.get(assetId);
  }

  findSlot(assetId: AssetId, dataItemId: DataItemId): DataItemSlot | undefined {
    return this.#byAsset.get(assetId)?.slotOfId(dataItemId);
  }

  list(): Iterable<RegisteredDevice> {
    return this.#byAsset.values();
  }

  get size(): number {
    return this.#byAsset.size;
  }

  /** The asset with this id, also when it was created a moment ago. */
  async get(assetId: AssetId): Promise<RegisteredDevice | undefined> {
    return this.#byAsset.get(assetId) ?? this.#adoptFound(() => this.#repositories.assets.find(assetId));
  }

  /** Serial numbers match without regard to case. */
  async findBySerialNumber(serialNumber: string): Promise<RegisteredDevice | undefined> {
    const known = this.knownBySerialNumber(serialNumber);
    return known ?? this.#adoptFound(() => this.#repositories.assets.findBySerialNumber(serialNumber));
  }

  knownBySerialNumber(serialNumber: string): RegisteredDevice | undefined {
    return this.#bySerialKey.get(nameKey(serialNumber));
  }

  /** Whom the name in a certificate stands for that somebody trusted has signed: an asset's serial number, or a token. */
  async findByCertificate(name: string): Promise<Principal | undefined> {
    return this.#principal(await this.findBySerialNumber(name)) ?? this.findByToken(name);
  }

  /** Whom the token stands for; undefined for a token that is nobody's (any more). */
  async findByToken(token: string): Promise<Principal | undefined> {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) return undefined;
    const hash = hashToken(token);
    const known = this.#byTokenHash.get(hash);
    if (known) return known;
    const device = await this.#adoptFound(() => this.#repositories.assets.findByTokenHash(hash));
    return device ? this.#principal(device) : this.#findGateway(hash);
  }

  /** False once the token of the principal has ended. */
  isLive(principal: Principal): boolean {
    if (principal.kind === 'newcomer') return true;
    const hash = principal.kind === 'asset' ? principal.device.tokenHash : principal.tokenHash;
    return this.#byTokenHash.get(hash) === principal;
  }

  /** Keeps up with what the portal does to assets. */
  async handle(event: AssetEvent): Promise<void> {
    if (event.kind === 'attributes-changed' || event.kind === 'items-described' || event.kind === 'placed') return;
    this.#noteChange(assetKey(event.assetId));
    const device = this.#byAsset.get(event.assetId);
    if (event.kind === 'deleted') {
      if (device) this.#remove(device);
      return;
    }
    if (event.kind === 'token-changed' && device) this.#revoke(device);
    await this.#adoptFound(() => this.#repositories.assets.find(event.assetId));
  }

  /** A gateway's token ended. */
  gatewayRemoved(gatewayId: GatewayId): void {
    const key = gatewayKey(gatewayId);
    this.#noteChange(key);
    for (const [hash, principal] of this.#byTokenHash) if (principal.key === key) this.#byTokenHash.delete(hash);
    this.#announceRevoked(key);
  }

  #add(asset: DeviceRecord): RegisteredDevice {
    const device = new RegisteredDevice(asset);
    this.#byAsset.set(device.assetId, device);
    this.#bySerialKey.set(nameKey(device.serialNumber), device);
    this.#byTokenHash.set(device.tokenHash, { kind: 'asset', key: assetKey(device.assetId), device });
    for (const listener of this.#addedListeners) listener(device);
    return device;
  }

  async #adoptFound(find: () => Promise<DeviceRecord | undefined>): Promise<RegisteredDevice | undefined> {
    return this.#lookUp(
      find,
      ({ assetId }) => assetKey(assetId),
      (asset) => this.#adopt(asset),
    );
  }

  async #findGateway(tokenHash: string): Promise<Principal | undefined> {
    return this.#lookUp(
      () => this.#repositories.gateways.findByTokenHash(tokenHash),
      ({ gatewayId }) => gatewayKey(gatewayId),
      ({ gatewayId, name, adminId }) => {
        const gateway = { gatewayId, name, adminId };
        const principal: Principal = { kind: 'gateway', key: gatewayKey(gatewayId), gateway, tokenHash };
        this.#byTokenHash.set(tokenHash, principal);
        return principal;
      },
    );
  }

  /**
   * Asks the database, and asks again when what it found was changed meanwhile: an answer from before the change, taken over
   * after it, would bring back a token that has ended.
   */
  async #lookUp<Found, Taken>(
    find: () => Promise<Found | undefined>,
    keyOf: (found: Found) => string,
    take: (found: Found) => Taken,
  ): Promise<Taken | undefined> {
    const changed = new Set<string>();
    this.#changedSince.add(changed);
    try {
      for (;;) {
        changed.clear();
        const found = await find();
        if (found === undefined) return undefined;
        if (!changed.has(keyOf(found))) return take(found);
      }
    } finally {
      this.#changedSince.delete(changed);
    }
  }

  #noteChange(key: string): void {
    for (const changed of this.#changedSince) changed.add(key);
  }

  /** Takes over what the database says of an asset. */
  #adopt(asset: DeviceRecord): RegisteredDevice {
    const device = this.#byAsset.get(asset.assetId);
    if (!device) return this.#add(asset);
    if (device.adminId !== asset.adminId) {
      device.adminId = asset.adminId;
      for (const listener of this.#movedListeners) listener(device);
    }
    if (device.serialNumber !== asset.serialNumber) {
      this.#bySerialKey.delete(nameKey(device.serialNumber));
      device.serialNumber = asset.serialNumber;
      this.#bySerialKey.set(nameKey(device.serialNumber), device);
    }
    if (device.tokenHash === asset.tokenHash && this.#byTokenHash.has(device.tokenHash)) return device;
    this.#byTokenHash.delete(device.tokenHash);
    device.tokenHash = asset.tokenHash;
    this.#byTokenHash.set(device.tokenHash, { kind: 'asset', key: assetKey(device.assetId), device });
    return device;
  }

  #remove(device: RegisteredDevice): void {
    device.isRemoved = true;
    this.#byAsset.delete(device.assetId);
    this.#bySerialKey.delete(nameKey(device.serialNumber));
    this.#revoke(device);
  }

  #revoke(device: RegisteredDevice): void {
    this.#byTokenHash.delete(device.tokenHash);
    this.#announceRevoked(assetKey(device.assetId));
  }

  #announceRevoked(key: string): void {
    for (const listener of this.#revokedListeners) listener(key);
  }

  #principal(device: RegisteredDevice | undefined): Principal | undefined {
    return device && this.#byTokenHash.get(device.tokenHash);
  }
}

/** Whether a message of the principal may be meant in this language. */
export function speaks(principal: Principal, language: Language): boolean {
  if (principal.kind !== 'gateway') return false;
  return principal.understood?.(language) ?? language !== 'plain';
}

export function assetKey(assetId: AssetId): string {
  return `a${assetId}`;
}

export function gatewayKey(gatewayId: GatewayId): string {
  return `g${gatewayId}`;
}

function slotOf(assetId: AssetId, item: DataItemRecord): DataItemSlot {
  return new DataItemSlot(assetId, item.dataItemId, item.label);
}
