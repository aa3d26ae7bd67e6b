import { type GatewayId, quarantine } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { Quarantine } from '#ingest/quarantine/quarantine.ts';
import type { QuarantineFilter, QuarantineRepository } from '#ingest/quarantine/quarantine-repository.ts';

export interface SetAsideParts {
  quarantine: Pick<Quarantine, 'saveEverywhere'>;
  repository: QuarantineRepository;
  gatewaysInSight: (caller: Caller) => Promise<readonly { gatewayId: GatewayId }[]>;
}

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

/** What all devices and gateways in sight sent and could not be stored. */
export function setAsideRoutes({ quarantine: held, repository, gatewaysInSight }: SetAsideParts): Route[] {
  return [
    route(quarantine.listSetAside, async ({ caller, query }) => {
      const { limit, offset, from, to, ...narrowed } = query;
      const filter: QuarantineFilter = {
        ...narrowed,
        assetIds: caller.visibility.assetIds && [...caller.visibility.assetIds],
        gatewayIds: (await gatewaysInSight(caller)).map(({ gatewayId }) => gatewayId),
        fromMs: msOf(from),
        toMs: msOf(to),
      };
      await held.saveEverywhere();
      const most = quarantine.MOST_COUNTED;
      const reasons = await repository.countReasons({ ...filter, reason: undefined }, most + 1);
      const ofReason = filter.reason === undefined ? reasons : await repository.countReasons(filter, most + 1);
      const counted = ofReason.reduce((sum, { count }) => sum + count, 0);
      const entries = await repository.listOf(filter, { limit, offset });
      return {
        total: Math.min(counted, most),
        isAtLeast: counted > most,
        reasons,
        entries: entries.map(({ receivedMs, timeMs, ...entry }) => ({
          ...entry,
          received: new Date(receivedMs).toISOString(),
          timestamp: timeMs,
        })),
      };
    }),
  ];
}
