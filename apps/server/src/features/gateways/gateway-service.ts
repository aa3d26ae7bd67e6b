import type { AdminId, GatewayId, gateways } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Records, UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import { type GatewayRecord, GatewayRepository } from './gateway-repository.ts';

export interface GatewayServiceOptions {
  work: UnitOfWork;
  gateways: GatewayRepository;
  /** Where those hear of it who must end connections. */
  news: Topic<{ removed: GatewayId }>;
  clock: Clock;
  /** The admin units of which a caller may know: an administrator's own, and those below it. */
  unitsInSight: (caller: Caller, unit?: Records) => Promise<ReadonlySet<AdminId>>;
  /** A new access token, and how it is stored. */
  newToken: () => string;
  hashToken: (token: string) => string;
}

/** Tokens for gateways and Sparkplug edges; each acts within the admin unit of who made it, whose administrators see it, and those of the units above. */
export class GatewayService {
  readonly #options: GatewayServiceOptions;
  /** Gateways that stand for something else, and why they stay. */
  readonly #kept = new Map<GatewayId, string>();

  constructor(options: GatewayServiceOptions) {
    this.#options = options;
  }

  /** The gateway cannot be deleted from now on. @param why for whoever tries */
  keep(gatewayId: GatewayId, why: string): void {
    this.#kept.set(gatewayId, why);
  }

  async list(caller: Caller): Promise<gateways.Gateway[]> {
    const inSight = await this.#options.unitsInSight(caller);
    return (await this.#options.gateways.list()).filter(({ adminId }) => inSight.has(adminId)).map(toGateway);
  }

  /**
   * Whether there is such a gateway in the caller's admin unit, or in one below it. One that stands for something else
   * brings messages of anybody's assets: only who sees them all sees it.
   */
  async canSee(caller: Caller, gatewayId: GatewayId): Promise<boolean> {
    if (this.#kept.has(gatewayId) && !caller.visibility.everything) return false;
    const gateway = await this.#options.gateways.find(gatewayId);
    return gateway !== undefined && (await this.#options.unitsInSight(caller)).has(gateway.adminId);
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
      const inSight = await this.#options.unitsInSight(caller, unit);
      const gateways = unit.of(GatewayRepository);
      const gateway = await gateways.find(gatewayId);
      if (!gateway || !inSight.has(gateway.adminId)) throw notFound('The gateway');
      const why = this.#kept.get(gatewayId);
      if (why !== undefined) throw conflict(why);
      await gateways.delete(gatewayId);
      unit.note({ kind: 'gateway', what: 'deleted', before: { gatewayId, name: gateway.name } });
      unit.tell(this.#options.news, { removed: gatewayId });
    });
  }
}

function toGateway({ gatewayId, name, adminId, createdMs }: GatewayRecord): gateways.Gateway {
  return { gatewayId, name, adminId, created: new Date(createdMs).toISOString() };
}
