import { type AssetId, devices } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { ConnectionTransitions } from './connection-transitions.ts';

/** When assets came online and went offline. */
export function connectionRoutes(
  requireAsset: (caller: Caller, assetId: AssetId) => Promise<unknown>,
  history: ConnectionTransitions,
): Route[] {
  return [
    route(
      devices.listConnectionChanges,
      async ({ params, query }) => {
        const { total, transitions } = await history.newest(params.assetId, query.limit, query.offset);
        const changes = transitions.map(({ connected, atMs }) => ({ time: new Date(atMs).toISOString(), connected }));
        return { total, changes };
      },
      {
        scope: async ({ caller, params }) => {
          await requireAsset(caller, params.assetId);
        },
      },
    ),
  ];
}
