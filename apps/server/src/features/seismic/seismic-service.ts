import { type AssetDefinitionId, type AssetId, type EpochMs, permissionId, seismic } from '@telltale/contract';
import { causeNumbersField } from '#expressions/kept-cause-numbers.ts';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden, notFound, unauthorized } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import type { DetectionRepository } from './detection-repository.ts';
import type { SeismicFeed } from './seismic-feed.ts';

export interface SeismicServiceOptions {
  readonly feeds: readonly SeismicFeed[];
  readonly detections: DetectionRepository;
  /** Alarms of locally detected events that are open, of assets in sight. */
  readonly openDetections: (caller: Caller) => Promise<readonly OpenDetection[]>;
  readonly assetsInSight: (caller: Caller) => Promise<readonly AssetInSight[]>;
  /** The asset definition of locally detected events; undefined: nobody has made that alarm definition. */
  readonly stationDefinition: () => AssetDefinitionId | undefined;
  readonly itemsOf: (assetDefinitionId: AssetDefinitionId) => Promise<readonly Recording[]>;
}

interface OpenDetection extends Pick<seismic.Detection, 'causeNumbers'> {
  readonly assetId: AssetId;
  readonly raisedMs: EpochMs;
}

interface AssetInSight {
  readonly assetId: AssetId;
  readonly assetDefinitionId: AssetDefinitionId;
  readonly name: string;
}

type Recording = seismic.SeismicStations['recordings'][number];

/** Velocity, acceleration or bare counts of the digitiser. */
const GROUND_MOTION = /^([nuµμmc]?m\/s(²|2|\^2)?|m?g|counts?)$/i;

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
    const names = new Map((await assetsInSight(caller)).map(({ assetId, name }) => [assetId, name]));
    const all = [
      ...open.map((one) => ({ ...one, isOpen: true })),
      ...ended.map(({ causeNumbers, ...one }) => ({ ...one, ...causeNumbersField(causeNumbers), isOpen: false })),
    ];
    return all
      .flatMap((one) => {
        const assetAlias = names.get(one.assetId);
        return assetAlias === undefined ? [] : [{ ...one, assetAlias }];
      })
      .sort((a, b) => b.raisedMs - a.raisedMs || a.assetId - b.assetId)
      .slice(0, seismic.MOST_DETECTIONS)
      .map(({ raisedMs, ...rest }) => ({
        ...rest,
        alarmDefinitionId: seismic.LOCAL_EVENT_DEFINITION,
        raised: new Date(raisedMs).toISOString(),
      }));
  }

  async listStations(caller: Caller): Promise<seismic.SeismicStations> {
    const definition = this.#options.stationDefinition();
    if (definition === undefined) return { assetIds: [], recordings: [] };
    const assets = await this.#options.assetsInSight(caller);
    const assetIds = assets.filter((one) => one.assetDefinitionId === definition).map(({ assetId }) => assetId);
    // What a definition records is told to who sees an asset of it.
    return { assetIds, recordings: assetIds.length === 0 ? [] : motionOf(await this.#options.itemsOf(definition)) };
  }
}

/** Each data item once: a label that is defined may have been sent, too. */
function motionOf(items: readonly Recording[]): Recording[] {
  const found = items.filter(({ unit }) => GROUND_MOTION.test(unit.trim()));
  return [...new Map(found.map(({ dataItemId, label, unit }) => [dataItemId, { dataItemId, label, unit }])).values()];
}

/** The public summary; what is asked for one region tells where the equipment stands. */
const isPublic = ({ source }: SeismicFeed): boolean => source.region === undefined;

const mayView = (caller: Caller | undefined): boolean => caller !== undefined && holds(caller, VIEW_ASSETS);
