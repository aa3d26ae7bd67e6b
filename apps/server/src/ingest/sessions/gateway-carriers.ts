import type { AssetId } from '@telltale/contract';
import type { Connections } from '../connections.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceSession } from './device-session.ts';

type Listener = (assetId: AssetId, session: DeviceSession) => void;

/** Through which gateway's connection an asset was last heard: what is for the asset goes there. */
export class GatewayCarriers {
  readonly #connections: Connections;
  readonly #carriers = new Map<AssetId, DeviceSession>();
  readonly #listeners = new Set<Listener>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Hears when an asset is carried by another connection than before. */
  onCarried(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  carrierOf(assetId: AssetId): DeviceSession | undefined {
    return this.#carriers.get(assetId);
  }

  /** The assets that were heard through this connection. */
  carriedBy(session: DeviceSession): AssetId[] {
    return [...this.#carriers].filter(([, carrier]) => carrier === session).map(([assetId]) => assetId);
  }

  /** The gateway spoke for the device: what is for the device goes through this session from now on. */
  carries(session: DeviceSession, device: RegisteredDevice): void {
    this.#connections.contact(device.assetId);
    if (this.#carriers.get(device.assetId) === session) return;
    this.#carriers.set(device.assetId, session);
    for (const listener of this.#listeners) listener(device.assetId, session);
  }

  /** The device is no longer behind the gateway. */
  drops(session: DeviceSession, device: RegisteredDevice): void {
    if (this.#carriers.get(device.assetId) === session) this.#carriers.delete(device.assetId);
    this.#connections.leave(device.assetId);
  }

  /** No gateway speaks for the asset any more, until one does so again. */
  forget(assetId: AssetId): void {
    if (this.#carriers.delete(assetId)) this.#connections.leave(assetId);
  }

  /** The gateway's connection is gone. */
  ended(session: DeviceSession): void {
    for (const [assetId, carrier] of this.#carriers) if (carrier === session) this.#carriers.delete(assetId);
  }
}
