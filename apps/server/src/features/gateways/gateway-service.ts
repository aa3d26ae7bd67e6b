import type { GatewayId, gateways } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { GatewayRecord, GatewayRepository } from './gateway-repository.ts';

export interface GatewayServiceOptions {
  db: Kysely<Database>;
  gateways: GatewayRepository;
  journal: Journal;
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
    const accessToken = this.#options.newToken();
    const created = await this.#options.db.transaction().execute(async (trx) => {
      const record = await this.#options.gateways.within(trx).insert({
        name,
        adminId: caller.adminId,
        tokenHash: this.#options.hashToken(accessToken),
        createdMs: this.#options.clock.now(),
      });
      const after = { gatewayId: record.gatewayId, name };
      await this.#options.journal.append({ kind: 'gateway', what: 'created', after, by: actorOf(caller) }, trx);
      return record;
    });
    return { ...toGateway(created), accessToken };
  }

  async delete(caller: Caller, gatewayId: GatewayId): Promise<void> {
    const gateway = await this.#options.gateways.find(gatewayId);
    if (!gateway || !isInUnit(caller, gateway)) throw notFound('The gateway');
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.gateways.within(trx).delete(gatewayId);
      const before = { gatewayId, name: gateway.name };
      await this.#options.journal.append({ kind: 'gateway', what: 'deleted', before, by: actorOf(caller) }, trx);
    });
    for (const listener of this.#removedListeners) listener(gatewayId);
  }
}

function isInUnit(caller: Caller, gateway: GatewayRecord): boolean {
  return caller.visibility.everything || caller.adminId === gateway.adminId;
}

function toGateway({ gatewayId, name, createdMs }: GatewayRecord): gateways.Gateway {
  return { gatewayId, name, created: new Date(createdMs).toISOString() };
}
