import {
  type AlarmDefinitionId,
  type AssetGroupId,
  type AssetId,
  type alarmLists,
  permissionId,
} from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden } from '#http/errors.ts';
import type { AlarmBook } from '../alarm-book.ts';
import { toOpenLine, toPastLine } from './alarm-list-replies.ts';
import type { AlarmTally } from './alarm-tally.ts';
import { type AssetFacts, isCalled, wordsOf } from './asset-facts.ts';
import { firstInOrder } from './first-in-order.ts';
import { filterOpenAlarms } from './open-alarm-filter.ts';
import { type OpenAlarm, openAlarmOrder } from './open-alarm-order.ts';
import type { PastAlarmRepository } from './past-alarm-repository.ts';

export interface AlarmListOptions {
  book: AlarmBook;
  tally: AlarmTally;
  past: PastAlarmRepository;
  definition: (alarmDefinitionId: AlarmDefinitionId) => OpenAlarm['definition'] | undefined;
  /** The assets in the caller's sight. */
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
  /** The assets in a group and in the groups below it. */
  assetsOfGroup: (assetGroupId: AssetGroupId) => Promise<AssetId[]>;
}

const VIEW_GROUPS = permissionId('AssetGroups', 'View');

/** The alarms of all assets in sight. */
export class AlarmListService {
  readonly #options: AlarmListOptions;

  constructor(options: AlarmListOptions) {
    this.#options = options;
  }

  summary(caller: Caller): alarmLists.AlarmSummary {
    return this.#options.tally.summary(caller.visibility);
  }

  counts(caller: Caller): alarmLists.AssetAlarmCount[] {
    return this.#options.tally.counts(caller.visibility);
  }

  /** @throws HttpError 403 for a group without the permission to see groups */
  async search(
    caller: Caller,
    filter: alarmLists.AlarmFilter,
  ): Promise<{ total: number; alarms: alarmLists.ListedAlarm[] }> {
    const assets = await this.#assets(caller, filter);
    return filter.view === 'past' ? this.#past(caller, filter, assets) : this.#open(filter, assets);
  }

  #open(filter: alarmLists.AlarmFilter, assets: ReadonlyMap<AssetId, AssetFacts>) {
    const { book, definition } = this.#options;
    const found = filterOpenAlarms(book.awake(), filter, { assets, definition });
    const { offset, limit, sort, direction } = filter;
    const total = found.length;
    const page = firstInOrder(found, offset + limit, openAlarmOrder(found, sort, direction)).slice(offset);
    return { total, alarms: page.map(toOpenLine) };
  }

  async #past(caller: Caller, filter: alarmLists.AlarmFilter, assets: ReadonlyMap<AssetId, AssetFacts>) {
    const { alarmDefinitionId, severityMin, severityMax, sort, direction, limit, offset } = filter;
    const isEveryAsset = caller.visibility.everything && !narrowsAssets(filter);
    const [ends, total] = await this.#options.past.list(
      {
        assetIds: isEveryAsset ? undefined : [...assets.keys()],
        words: wordsOf(filter.text).map((word) => ({
          word,
          assetIds: [...assets.values()].filter((asset) => isCalled(asset, word)).map(({ assetId }) => assetId),
        })),
        alarmDefinitionId,
        raisedFromMs: filter.from === undefined ? undefined : Date.parse(filter.from),
        raisedToMs: filter.to === undefined ? undefined : Date.parse(filter.to),
        severityMin,
        severityMax,
        acknowledgedBy: filter.acknowledgedBy.trim(),
      },
      { sort, direction, limit, offset },
    );
    const alarms = ends.flatMap((end) => {
      const asset = assets.get(end.assetId);
      return asset ? [toPastLine(end, asset)] : [];
    });
    return { total, alarms };
  }

  /** The assets that the list may be of. */
  async #assets(caller: Caller, filter: alarmLists.AlarmFilter): Promise<ReadonlyMap<AssetId, AssetFacts>> {
    const { assetId, assetDefinitionId, assetGroupId } = filter;
    if (assetGroupId !== undefined && !holds(caller, VIEW_GROUPS)) throw forbidden();
    const members = assetGroupId === undefined ? undefined : new Set(await this.#options.assetsOfGroup(assetGroupId));
    const assets = new Map<AssetId, AssetFacts>();
    for (const asset of await this.#options.assetsInSight(caller)) {
      if (assetId !== undefined && asset.assetId !== assetId) continue;
      if (assetDefinitionId !== undefined && asset.assetDefinitionId !== assetDefinitionId) continue;
      if (members && !members.has(asset.assetId)) continue;
      assets.set(asset.assetId, asset);
    }
    return assets;
  }
}

function narrowsAssets({ assetId, assetDefinitionId, assetGroupId }: alarmLists.AlarmFilter): boolean {
  return assetId !== undefined || assetDefinitionId !== undefined || assetGroupId !== undefined;
}
