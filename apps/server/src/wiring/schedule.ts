import type { AssetId } from '@telltale/contract';
import { ConnectionTransitions } from '#features/assets/connection-transitions.ts';
import { ACTIVITY_ITEM, ActivityReader } from '#features/schedule/activity-reader.ts';
import { scheduleRoutes } from '#features/schedule/schedule-routes.ts';
import { ScheduleService, SETTLED_MS } from '#features/schedule/schedule-service.ts';
import type { Route } from '#http/route.ts';
import type { LiveFeed } from '#ingest/live-feed.ts';
import { nameKey } from '#names.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import type { Repositories } from './repositories.ts';

const DEPTH = 'Depth';

/** What rigs did, and what makes the portal look again: points that come late, and corrections of the history. */
export function openSchedule(
  { db, clock, news }: Foundation,
  { historian, connectionsToNote, feeds, historyListeners }: Ingest,
  { items }: Repositories,
  { assetReader }: Equipment,
): Route[] {
  const transitions = new ConnectionTransitions(db, connectionsToNote);
  const service = new ScheduleService({
    reader: new ActivityReader({ historian, connections: transitions.list.bind(transitions) }),
    requireVisible: (caller, assetId) => assetReader.entry(caller, assetId),
    depthItem: async () => (await items.findByLabels([DEPTH])).get(nameKey(DEPTH))?.dataItemId,
    clock,
  });
  const isOfSchedule = ({ dataItemId, label }: { dataItemId: number; label: string }) =>
    dataItemId === ACTIVITY_ITEM || nameKey(label) === nameKey(DEPTH);
  const lateFeed: LiveFeed = {
    sinkFor: (assetId: AssetId) =>
      service.knows(assetId)
        ? {
            // What a device kept while it was offline comes in order, and is of ranges that were looked at already.
            current: (slot) => {
              if (isOfSchedule(slot) && slot.timeMs < clock.now() - SETTLED_MS) service.forget(assetId);
            },
            settled: () => undefined,
            late: (slot) => {
              if (isOfSchedule(slot)) service.forget(assetId);
            },
          }
        : undefined,
  };
  feeds.push(lateFeed);
  historyListeners.push(async ({ assetId }) => service.forget(assetId));
  news.assets.subscribe(({ kind, assetId }) => {
    if (kind === 'deleted') service.forget(assetId);
  });
  return scheduleRoutes(service);
}
