import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { detectionsQuery } from '#api/explorers/seismic-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { useQuakes } from '#tile-kit/map/quakes/use-quakes.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { rimAround } from '#ui/map/distance.ts';
import { Page } from '#ui/page/Page.tsx';
import { DetectionTable } from './DetectionTable.tsx';
import { EventTable } from './EventTable.tsx';
import { readMiles } from './event/circle.ts';
import { FeedStates } from './FeedStates.tsx';
import { LoginHint } from './LoginHint.tsx';
import { SeismicMap } from './SeismicMap.tsx';
import classes from './seismic.module.css';
import { readSort, writeSort } from './sort-address.ts';

const EventDetails = lazyPart(async () => (await import('./event/EventDetails.tsx')).EventDetails);
const ASSETS_MS = 30_000;

/** Earthquakes of the feeds and of the own stations, beside a map of the assets (spec 2 §2.10). */
export function SeismicPage() {
  const { params, set } = useAddressParams();
  const zone = useOwnZone();
  const mayView = useMay(permissionId('Assets', 'View'));
  const { list, quakes } = useQuakes();
  const detections = useQuery({ ...detectionsQuery, enabled: mayView });
  const assetList = useQuery({ ...assetListQuery, enabled: mayView, refetchInterval: ASSETS_MS });
  const assets = useMemo(() => assetList.data ?? [], [assetList.data]);
  const eventId = params.get('event') ?? undefined;
  const assetId = Number(params.get('asset')) || undefined;
  const event = useMemo(() => quakes.events.find(({ id }) => id === eventId), [quakes.events, eventId]);
  const miles = readMiles(params.get('miles'));
  const rim = useMemo(() => (event === undefined || !mayView ? [] : rimAround(event, miles)), [event, mayView, miles]);
  const isLoading = quakes.feeds.some(({ answer, failure }) => answer === undefined && failure === undefined);
  return (
    <Page title="Seismic events" growsOnPhone>
      <div className={classes.split}>
        <div className={classes.lists}>
          <section className={classes.local} aria-labelledby="local-events">
            <h2 id="local-events" className={classes.title}>
              Locally Detected Events
            </h2>
            {mayView ? (
              <>
                <Pending
                  query={detections}
                  label="Loading the detections"
                  failure="The locally detected events could not be loaded."
                  rows={4}
                />
                {detections.data === undefined ? null : (
                  <DetectionTable
                    detections={detections.data}
                    zone={zone}
                    sort={readSort(params.get('localSort'))}
                    onSort={(sort) => set({ localSort: writeSort(sort) })}
                    chosen={assetId}
                    onOpen={(detection) => set({ asset: String(detection.assetId), event: undefined })}
                  />
                )}
              </>
            ) : (
              <LoginHint />
            )}
          </section>
          <section className={classes.events} aria-labelledby="seismic-events">
            <h2 id="seismic-events" className={classes.title}>
              Seismic Events
            </h2>
            <FeedStates feeds={quakes.feeds} zone={zone} />
            <Pending
              query={list}
              label="Loading the earthquake feeds"
              failure="The earthquake feeds could not be listed."
              rows={8}
            />
            {list.data?.length === 0 ? <NoFeeds mayView={mayView} /> : null}
            {list.data !== undefined && list.data.length > 0 ? (
              <EventTable
                events={quakes.events}
                isLoading={isLoading && quakes.events.length === 0}
                zone={zone}
                sort={readSort(params.get('sort'))}
                onSort={(sort) => set({ sort: writeSort(sort) })}
                chosen={eventId}
                onOpen={(event) => set({ event: event.id, asset: undefined })}
              />
            ) : null}
          </section>
        </div>
        <div className={classes.side}>
          <SeismicMap
            assets={assets}
            events={quakes.events}
            eventId={eventId}
            assetId={assetId}
            zone={zone}
            onEvent={(id) => set({ event: id, asset: undefined })}
            onAsset={(id) => set({ asset: id === undefined ? undefined : String(id), event: undefined })}
            rim={rim}
          />
          {event !== undefined && mayView ? (
            <EventDetails
              key={event.id}
              event={event}
              assets={assets}
              zone={zone}
              miles={miles}
              onMiles={(next) => set({ miles: String(next) })}
              recording={Number(params.get('recording')) || undefined}
              onRecording={(dataItemId) => set({ recording: String(dataItemId) })}
              onClose={() => set({ event: undefined })}
            />
          ) : null}
        </div>
      </div>
    </Page>
  );
}

function NoFeeds({ mayView }: { mayView: boolean }) {
  return (
    <EmptyState title={mayView ? 'No earthquake feed is set up.' : 'No public earthquake feed is set up.'}>
      The operator of the portal names feeds in feeds.json.
    </EmptyState>
  );
}
