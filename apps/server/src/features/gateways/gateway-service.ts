import type { GatewayId, gateways } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { type GatewayRecord, GatewayRepository } from './gateway-repository.ts';

export interface GatewayServiceOptions {
  work: UnitOfWork;
  gateways: GatewayRepository;
  clock: Clock;
  /** A new access token, and how it is stored. */
  newToken: () => string;
  hashToken: (token: string) => string;
}

/** Tokens for gateways and Sparkplug edges; each acts within the admin unit of who made it. */
export class GatewayService {
  readonly #options: GatewayServiceOptions;
  readonly #removedListeners = new Set<(gatewayId: GatewayId) => void>();

  constructor(options: GatewayServiceOptions) {
    this.#options = options;
  }

  /** Hears of gateways whose token ended: their connections must go. */
  onRemoved(listener: (gatewayId: GatewayId) => void): () => void {
    this.#removedListeners.add(listener);
    return () => this.#removedListeners.delete(listener);
  }

  async list(caller: Caller): Promise<gateways.Gateway[]> {
    const all = await this.#options.gateways.list();
    return all.filter((gateway) => isInUnit(caller, gateway)).map(toGateway);
  }

  /** Whether there is such a gateway in the caller's admin unit. */
  async canSee(caller: Caller, gatewayId: GatewayId): Promise<boolean> {
    const gateway = await this.#options.gateways.find(gatewayId);
    return gateway !== undefined && isInUnit(caller, gateway);
  }

  /** @returns with the access token, which is stored as a hash and cannot be told again */
  async create(caller: Caller, name: string): Promise<gateways.Gateway & { accessToken: string }> {
    const { work, newToken, hashToken, clock } = this.#options;
    const accessToken = newToken();
    const created = await work.run(caller, async (unit) => {
      const record = await unit.of(GatewayRepository).insert({
        name,
        adminId: caller.adminId,
        tokenHash: hashToken(accessToken),
        createdMs: clock.now(),
      });
      unit.note({ kind: 'gateway', what: 'created', after: { gatewayId: record.gatewayId, name } });
      return record;
    });
    return { ...toGateway(created), accessToken };
  }

  async delete(caller: Caller, gatewayId: GatewayId): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const gateways = unit.of(GatewayRepository);
      const gateway = await gateways.find(gatewayId);
      if (!gateway || !isInUnit(caller, gateway)) throw notFound('The gateway');
      await gateways.delete(gatewayId);
      unit.note({ kind: 'gateway', what: 'deleted', before: { gatewayId, name: gateway.name } });
      unit.afterCommit(() => {
        for (const listener of this.#removedListeners) listener(gatewayId);
      });
    });
  }
}

function isInUnit(caller: Caller, gateway: GatewayRecord): boolean {
  return caller.visibility.everything || caller.adminId === gateway.adminId;
}

function toGateway({ gatewayId, name, createdMs }: GatewayRecord): gateways.Gateway {
  return { gatewayId, name, created: new Date(createdMs).toISOString() };
}
