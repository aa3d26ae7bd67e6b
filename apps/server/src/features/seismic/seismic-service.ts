import { type AssetId, type EpochMs, permissionId, seismic } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden, notFound, unauthorized } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import type { DetectionRepository } from './detection-repository.ts';
import type { SeismicFeed } from './seismic-feed.ts';

export interface SeismicServiceOptions {
  readonly feeds: readonly SeismicFeed[];
  readonly detections: DetectionRepository;
  /** Alarms of locally detected events that are open, of assets in sight. */
  readonly openDetections: (caller: Caller) => Promise<readonly { assetId: AssetId; raisedMs: EpochMs }[]>;
  readonly assetsInSight: (caller: Caller) => Promise<Iterable<{ assetId: AssetId; name: string }>>;
}

const VIEW_ASSETS = permissionId('Assets', 'View');

/** Earthquakes of the feeds, and those that the portal's own stations have noticed. */
export class SeismicService {
  readonly #options: SeismicServiceOptions;

  constructor(options: SeismicServiceOptions) {
    this.#options = options;
  }

  feeds(caller: Caller | undefined): seismic.SeismicFeed[] {
    return this.#options.feeds
      .filter((feed) => isPublic(feed) || mayView(caller))
      .map((feed) => ({ name: feed.source.name, region: feed.source.region ?? null, isPublic: isPublic(feed) }));
  }

  /** @throws HttpError 401 and 403 for what is not public, whether there is such a feed or not; 404 */
  async events(caller: Caller | undefined, source: string): Promise<seismic.SeismicEvents> {
    const feed = this.#options.feeds.find((one) => nameKey(one.source.name) === nameKey(source));
    if (feed === undefined || !isPublic(feed)) {
      if (caller === undefined) throw unauthorized();
      if (!mayView(caller)) throw forbidden();
    }
    if (feed === undefined) throw notFound('The feed');
    return feed.events();
  }

  async listDetections(caller: Caller): Promise<seismic.Detection[]> {
    const { detections, openDetections, assetsInSight } = this.#options;
    const open = await openDetections(caller);
    const { visibility } = caller;
    const seen = visibility.assetIds === undefined ? undefined : [...visibility.assetIds];
    const ended = await detections.listEnded(seen, seismic.MOST_DETECTIONS);
    const names = new Map([...(await assetsInSight(caller))].map(({ assetId, name }) => [assetId, name]));
    const all = [...open.map((one) => ({ ...one, isOpen: true })), ...ended.map((one) => ({ ...one, isOpen: false }))];
    return all
      .flatMap(({ assetId, raisedMs, isOpen }) => {
        const assetAlias = names.get(assetId);
        return assetAlias === undefined ? [] : [{ assetId, assetAlias, raisedMs, isOpen }];
      })
      .sort((a, b) => b.raisedMs - a.raisedMs || a.assetId - b.assetId)
      .slice(0, seismic.MOST_DETECTIONS)
      .map(({ raisedMs, ...rest }) => ({
        ...rest,
        alarmDefinitionId: seismic.LOCAL_EVENT_DEFINITION,
        raised: new Date(raisedMs).toISOString(),
      }));
  }
}

/** The public summary; what is asked for one region tells where the equipment stands. */
const isPublic = ({ source }: SeismicFeed): boolean => source.region === undefined;

const mayView = (caller: Caller | undefined): boolean => caller !== undefined && holds(caller, VIEW_ASSETS);
