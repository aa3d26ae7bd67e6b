import { type AlarmDefinitionId, seismic } from '@telltale/contract';
import type { Feeds } from '#features/config-files/feeds.ts';
import { DetectionRepository } from '#features/seismic/detection-repository.ts';
import { SeismicFeed } from '#features/seismic/seismic-feed.ts';
import { SeismicFeedRepository } from '#features/seismic/seismic-feed-repository.ts';
import { seismicRoutes } from '#features/seismic/seismic-routes.ts';
import { SeismicService } from '#features/seismic/seismic-service.ts';
import type { Route } from '#http/route.ts';
import { getFrom } from '../../outgoing/outgoing-call.ts';
import { reachable } from '../../outgoing/reachable.ts';
import type { Alarms } from '../alarms.ts';
import type { Equipment } from '../equipment.ts';
import type { Foundation } from '../foundation.ts';
import type { Repositories } from '../repositories.ts';

/** Nobody waits longer for a feed (guarantee E9). */
const TIMEOUT_MS = 5_000;
const LOCAL_EVENTS = { alarmDefinitionId: seismic.LOCAL_EVENT_DEFINITION as AlarmDefinitionId, offset: 0 };

/** Earthquakes, by what feeds.json names and by the stations' own alarms. */
export function openSeismic(
  { db, clock, log }: Foundation,
  { assetReader }: Equipment,
  { definitionItems }: Repositories,
  { alarmService, alarmEngine }: Alarms,
  sources: Feeds['seismic'],
): Route[] {
  const isPublic = reachable([]);
  const repository = new SeismicFeedRepository(db);
  const get = ({ isPrivate, ...question }: { isPrivate: boolean; url: string; accept: string; mostRead: number }) =>
    getFrom({ ...question, timeoutMs: TIMEOUT_MS }, isPrivate ? () => true : isPublic);
  const service = new SeismicService({
    feeds: sources.map((source) => new SeismicFeed(source, { repository, get, clock, log })),
    detections: new DetectionRepository(db),
    openDetections: async (caller) => {
      // What has just ended is in the database then.
      await alarmService.settled();
      const open = alarmService.list(caller, { ...LOCAL_EVENTS, limit: seismic.MOST_DETECTIONS });
      return open.map(({ assetId, raised, causeNumbers }) => ({
        assetId,
        raisedMs: Date.parse(raised),
        ...(causeNumbers && { causeNumbers }),
      }));
    },
    assetsInSight: async (caller) =>
      (await assetReader.listInSight(caller)).map(
        ({ asset: { assetId, assetDefinitionId, assetAlias, serialNumber } }) => ({
          assetId,
          assetDefinitionId,
          name: assetAlias || serialNumber,
        }),
      ),
    stationDefinition: () => alarmEngine.definition(LOCAL_EVENTS.alarmDefinitionId)?.assetDefinitionId,
    itemsOf: async (assetDefinitionId) => [
      ...(await definitionItems.list(assetDefinitionId)),
      ...(await definitionItems.listDetected(assetDefinitionId)),
    ],
  });
  return seismicRoutes(service);
}
