import type { AssetDefinitionId, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { AssetRecord } from '#features/assets/asset-repository.ts';
import type { DeviceRegistry, GatewayRef } from './device-registry.ts';
import { PayloadError } from './incoming.ts';
import type { RegisteredDevice } from './registered-device.ts';

export interface AssetMaker {
  ensureForGateway(
    gateway: { name: string; adminId: GatewayRef['adminId'] },
    serialNumber: string,
    assetDefinitionId: AssetDefinitionId,
  ): Promise<AssetRecord>;
}

export interface DefinitionFinder {
  findByName(name: string): Promise<{ assetDefinitionId: AssetDefinitionId } | undefined>;
  /** Undefined: the name is taken. */
  insert(
    name: string,
    alias: string,
    createdMs: EpochMs,
  ): Promise<{ assetDefinitionId: AssetDefinitionId } | undefined>;
}

const MAX_NAME_LENGTH = 255;
/** A gateway gone mad must not fill the portal; the count starts anew with the portal. */
const MAX_CREATED_PER_GATEWAY = 20_000;

/** The assets that gateways and Sparkplug edges speak for, by serial number; created when there is none. */
export class GatewayAssets {
  readonly #registry: DeviceRegistry;
  readonly #assets: AssetMaker;
  readonly #definitions: DefinitionFinder;
  readonly #clock: Clock;
  readonly #created = new Map<number, number>();
  readonly #making = new Map<string, Promise<RegisteredDevice>>();

  constructor(registry: DeviceRegistry, assets: AssetMaker, definitions: DefinitionFinder, clock: Clock) {
    this.#registry = registry;
    this.#assets = assets;
    this.#definitions = definitions;
    this.#clock = clock;
  }

  /** The asset of this serial number, if there is one that the gateway reaches. */
  async find(gateway: GatewayRef, serialNumber: string): Promise<RegisteredDevice | undefined> {
    return reached(gateway, await this.#registry.findBySerialNumber(serialNumber));
  }

  /** The same as far as it is in memory, as all are of which this node was told. */
  known(gateway: GatewayRef, serialNumber: string): RegisteredDevice | undefined {
    return reached(gateway, this.#registry.knownBySerialNumber(serialNumber));
  }

  /**
   * The asset of this serial number, made when there is none: of the first of `preferred` definitions that exists, else
   * of the one named `fallback`, which is made when it is missing.
   * @throws {PayloadError} when the serial number is unusable, another admin unit's, or the gateway made too many
   */
  async ensure(
    gateway: GatewayRef,
    serialNumber: string,
    preferred: readonly string[],
    fallback: string,
  ): Promise<RegisteredDevice> {
    const device = await this.#registry.findBySerialNumber(serialNumber);
    if (device) {
      if (device.adminId !== gateway.adminId) throw new PayloadError('the gateway does not reach this device');
      return device;
    }
    const key = `${gateway.gatewayId}/${serialNumber}`;
    const making =
      this.#making.get(key) ??
      this.#make(gateway, serialNumber, preferred, fallback).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(
    gateway: GatewayRef,
    serialNumber: string,
    preferred: readonly string[],
    fallback: string,
  ): Promise<RegisteredDevice> {
    if (serialNumber.trim() === '' || serialNumber.length > MAX_NAME_LENGTH) {
      throw new PayloadError('a device name has 1 to 255 characters');
    }
    const created = this.#created.get(gateway.gatewayId) ?? 0;
    if (created >= MAX_CREATED_PER_GATEWAY) throw new PayloadError('the gateway has made too many devices');
    this.#created.set(gateway.gatewayId, created + 1);
    const definitionId = await this.#definitionOf(preferred, fallback);
    const asset = await this.#assets.ensureForGateway(gateway, serialNumber.trim(), definitionId);
    const device = await this.#registry.get(asset.assetId);
    if (!device) throw new PayloadError('the asset was deleted');
    return device;
  }

  async #definitionOf(preferred: readonly string[], fallback: string): Promise<AssetDefinitionId> {
    for (const name of preferred) {
      const definition = await this.#definitions.findByName(name);
      if (definition) return definition.assetDefinitionId;
    }
    const definition =
      (await this.#definitions.findByName(fallback)) ??
      (await this.#definitions.insert(fallback, '', this.#clock.now())) ??
      (await this.#definitions.findByName(fallback));
    if (!definition) throw new PayloadError('the asset definition was deleted');
    return definition.assetDefinitionId;
  }
}

function reached(gateway: GatewayRef, device: RegisteredDevice | undefined): RegisteredDevice | undefined {
  return device?.adminId === gateway.adminId ? device : undefined;
}
