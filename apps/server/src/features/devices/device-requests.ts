import { HttpError, unauthorized } from '#http/errors.ts';
import type { Connections } from '#ingest/connections.ts';
import type { DeviceRegistry, GatewayRef, Principal } from '#ingest/device-registry.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';

/** Whom a token stands for. */
export type TokenHolder = Exclude<Principal, { kind: 'newcomer' }>;

/** Requests of one device that may wait for the disk, or for something to be told, at the same time. */
const MAX_WAITING_PER_DEVICE = 32;

/** HTTP requests of devices, which name themselves by the token in the path. */
export class DeviceRequests {
  readonly #registry: DeviceRegistry;
  readonly #connections: Connections;
  readonly #gatewayItself: (gateway: GatewayRef) => Promise<RegisteredDevice>;
  readonly #waiting = new Map<string, number>();

  constructor(
    registry: DeviceRegistry,
    connections: Connections,
    gatewayItself: (gateway: GatewayRef) => Promise<RegisteredDevice>,
  ) {
    this.#registry = registry;
    this.#connections = connections;
    this.#gatewayItself = gatewayItself;
  }

  /**
   * Does something for the device of the token; a gateway's token stands for the asset that bears its name.
   * @throws HttpError 401 for a token that is nobody's, 429 when too many requests of the device wait
   */
  run<T>(token: string, work: (device: RegisteredDevice) => Promise<T>): Promise<T> {
    return this.admit(token, async (principal) => {
      const device = principal.kind === 'asset' ? principal.device : await this.#gatewayItself(principal.gateway);
      this.#connections.contact(device.assetId);
      return work(device);
    });
  }

  /** The same for whom the token stands for, whether or not a gateway has an asset. */
  async admit<T>(token: string, work: (holder: TokenHolder) => Promise<T>): Promise<T> {
    const principal = await this.#registry.findByToken(token);
    if (!principal || principal.kind === 'newcomer') throw unauthorized('Unknown access token.');
    const { key } = principal;
    const count = this.#waiting.get(key) ?? 0;
    if (count >= MAX_WAITING_PER_DEVICE) {
      throw new HttpError(429, 'too-many-requests', 'Too many requests of this device at once.', {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#waiting.set(key, count + 1);
    try {
      return await work(principal);
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left > 0) this.#waiting.set(key, left);
      else this.#waiting.delete(key);
    }
  }
}
