import { randomBytes, timingSafeEqual } from 'node:crypto';
import { addressKey } from '#address-key.ts';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { HttpError } from '#http/errors.ts';
import { hashToken } from '#random-token.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import { type ProvisionKeyRecord, ProvisionKeyRepository } from './provision-key-repository.ts';
import { type ProvisionRequest, readProvisionRequest } from './provision-request.ts';

export type ProvisionAnswer =
  | { status: 'SUCCESS'; credentialsType: 'ACCESS_TOKEN'; credentialsValue: string }
  | { status: 'FAILURE'; errorMsg: string };

export interface DeviceProvisioningOptions {
  work: UnitOfWork;
  keys: ProvisionKeyRepository;
  /** Makes the asset, in the unit of work and the group of the key; answers its access token. */
  makeAsset: (work: Work, key: ProvisionKeyRecord, serialNumber: string) => Promise<string>;
  clock: Clock;
  limits: RateLimits;
  log: Log;
}

/** Wrong requests of one address; what it asks beyond them is not even looked up. */
const MAX_WRONG = 10;
const WINDOW_MS = 60_000;
const LOG_EVERY_MS = 60_000;

const WRONG: ProvisionAnswer = { status: 'FAILURE', errorMsg: 'Provision data was not found!' };
const TOO_MANY: ProvisionAnswer = { status: 'FAILURE', errorMsg: 'Too many wrong requests: wait a minute.' };

/** Devices that make themselves assets with a provisioning key. A wrong request is counted, and nothing is written for it. */
export class DeviceProvisioning {
  readonly #options: DeviceProvisioningOptions;
  readonly #wrong: RateLimit;
  /** Requests of one address one after the other, so that only wrong ones count against it. */
  readonly #turns = new Map<string, Promise<void>>();
  #refused = 0;
  #untold = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(options: DeviceProvisioningOptions) {
    this.#options = options;
    this.#wrong = options.limits.of('wrong provisioning requests from an address', MAX_WRONG, WINDOW_MS);
  }

  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Answers the request of a device: JSON `{deviceName?, provisionDeviceKey, provisionDeviceSecret}`.
   * @param address where it comes from
   */
  async provision(address: string, body: Uint8Array): Promise<ProvisionAnswer> {
    const source = addressKey(address);
    const turn = (this.#turns.get(source) ?? Promise.resolve()).then(() => this.#answer(source, body));
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(source, settled);
    void settled.then(() => {
      if (this.#turns.get(source) === settled) this.#turns.delete(source);
    });
    return turn;
  }

  async #answer(source: string, body: Uint8Array): Promise<ProvisionAnswer> {
    if (this.#wrong.take(source) > 0) return this.#refuse(source, TOO_MANY);
    const request = readProvisionRequest(body);
    const key = request && (await this.#keyOf(request));
    if (!request || !key) return this.#refuse(source, WRONG);
    this.#wrong.giveBack(source);
    return this.#make(key, request.deviceName ?? `device-${randomBytes(4).toString('hex')}`);
  }

  /** The key whose secret the device knows, if it has not expired. */
  async #keyOf({ deviceKey, deviceSecret }: ProvisionRequest): Promise<ProvisionKeyRecord | undefined> {
    const key = await this.#options.keys.findByDeviceKey(deviceKey);
    const hash = Buffer.from(hashToken(deviceSecret));
    if (!key || !timingSafeEqual(hash, Buffer.from(key.secretHash))) return undefined;
    return this.#isOpen(key) ? key : undefined;
  }

  #isOpen({ expiresMs, maxAssets, madeAssets }: ProvisionKeyRecord): boolean {
    if (expiresMs !== null && expiresMs <= this.#options.clock.now()) return false;
    return maxAssets === null || madeAssets < maxAssets;
  }

  async #make(known: ProvisionKeyRecord, serialNumber: string): Promise<ProvisionAnswer> {
    const by = { name: `provisioning key ${known.name}`, adminId: known.adminId };
    try {
      return await this.#options.work.run(by, async (work) => {
        const keys = work.of(ProvisionKeyRepository);
        const key = await keys.find(known.provisionKeyId);
        if (!key || !this.#isOpen(key)) return WRONG;
        const credentialsValue = await this.#options.makeAsset(work, key, serialNumber);
        await keys.countMade(key.provisionKeyId);
        return { status: 'SUCCESS', credentialsType: 'ACCESS_TOKEN', credentialsValue };
      });
    } catch (error) {
      // A serial number that is taken: who holds a key must not get at the asset of another.
      if (error instanceof HttpError) return { status: 'FAILURE', errorMsg: error.message };
      throw error;
    }
  }

  #refuse(source: string, answer: ProvisionAnswer): ProvisionAnswer {
    this.#refused++;
    this.#untold++;
    const nowMs = this.#options.clock.now();
    if (Math.abs(nowMs - this.#toldMs) >= LOG_EVERY_MS) {
      this.#options.log.warn({ count: this.#untold, address: source }, 'requests for provisioning were refused');
      this.#toldMs = nowMs;
      this.#untold = 0;
    }
    return answer;
  }
}
