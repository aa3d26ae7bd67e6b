import {
  type AlarmDefinitionId,
  type AssetGroupId,
  type AssetId,
  type alarmCounts,
  type alarmLists,
  permissionId,
  type ReplyOf,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden } from '#http/errors.ts';
import type { AlarmBook } from '../alarm-book.ts';
import type { FloodFinder } from '../floods/flood-finder.ts';
import { floodRows } from '../floods/flood-rows.ts';
import { pastFloodRows, withinFlood } from '../floods/past-flood-rows.ts';
import { toOpenLine, toPastLine } from './alarm-list-replies.ts';
import type { AlarmTally } from './alarm-tally.ts';
import { type AssetFacts, isCalled, wordsOf } from './asset-facts.ts';
import { firstInOrder } from './first-in-order.ts';
import { filterOpenAlarms } from './open-alarm-filter.ts';
import { type OpenAlarm, openAlarmOrder } from './open-alarm-order.ts';
import type { EndedAlarm, PastAlarm, PastAlarmFilter, PastAlarmRepository } from './past-alarm-repository.ts';

export interface AlarmListOptions {
  book: AlarmBook;
  tally: AlarmTally;
  past: PastAlarmRepository;
  floods: FloodFinder;
  definition: (alarmDefinitionId: AlarmDefinitionId) => OpenAlarm['definition'] | undefined;
  /** The assets in the caller's sight. */
  assetsInSight: (caller: Caller) => Promise<AssetFacts[]>;
  /** The assets in a group and in the groups below it. */
  assetsOfGroup: (assetGroupId: AssetGroupId) => Promise<AssetId[]>;
  clock: Clock;
}

/** An alarm that has ended, of an asset in sight. */
export interface EndedInSight {
  alarm: EndedAlarm;
  assetName: string;
}

type Assets = ReadonlyMap<AssetId, AssetFacts>;

const PAST_AT_ONCE = 2_000;
const VIEW_GROUPS = permissionId('AssetGroups', 'View');

/** The alarms of all assets in sight. */
export class AlarmListService {
  readonly #options: AlarmListOptions;

  constructor(options: AlarmListOptions) {
    this.#options = options;
  }

  summary(caller: Caller): alarmCounts.AlarmSummary {
    return this.#options.tally.summary(caller.visibility);
  }

  counts(caller: Caller): alarmCounts.AssetAlarmCount[] {
    return this.#options.tally.counts(caller.visibility);
  }

  /** @throws HttpError 403 for a group without the permission to see groups */
  async search(caller: Caller, filter: alarmLists.AlarmFilter): Promise<ReplyOf<typeof alarmLists.searchAlarms>> {
    const sight = new Map<AssetId, AssetFacts>();
    for (const asset of await this.#options.assetsInSight(caller)) sight.set(asset.assetId, asset);
    const assets = await this.#assets(caller, filter, sight);
    return filter.view === 'past'
      ? this.#past(caller, filter, assets, sight)
      : this.#open(caller, filter, assets, sight);
  }

  /** Those that have ended, what ended last first, in portions: each is read once it is asked for. */
  async *pastInSight(caller: Caller): AsyncGenerator<EndedInSight[]> {
    const assets = new Map((await this.#options.assetsInSight(caller)).map((asset) => [asset.assetId, asset]));
    const assetIds = caller.visibility.everything ? undefined : [...assets.keys()];
    for (let last: EndedAlarm | undefined; ; ) {
      const ended = await this.#options.past.listEnded(assetIds, PAST_AT_ONCE, last);
      yield ended.flatMap((alarm) => {
        const asset = assets.get(alarm.assetId);
        return asset ? [{ alarm, assetName: asset.name }] : [];
      });
      if (ended.length < PAST_AT_ONCE) return;
      last = ended.at(-1);
    }
  }

  /** @param sight of all that the caller sees floods are made, whatever the list is narrowed to */
  async #open(caller: Caller, filter: alarmLists.AlarmFilter, assets: Assets, sight: Assets) {
    const { book, definition, floods, clock } = this.#options;
    const { offset, limit, sort, direction, floodId } = filter;
    const isByFlood = filter.view === 'open' && (filter.floods === 'collapse' || floodId !== undefined);
    const known = isByFlood ? await floods.recent(caller, sight) : [];
    const all = filterOpenAlarms(book.awake(), filter, { assets, definition });
    const flood = known.find(({ id }) => id === floodId);
    const found = floodId === undefined ? all : all.filter(({ state }) => flood?.has(state.raisedMs));
    const order = openAlarmOrder(found, sort, direction);
    if (isByFlood && floodId === undefined) {
      return floodRows(found, known, { filter, order, names: { assets: sight, definition }, nowMs: clock.now() });
    }
    const total = found.length;
    const page = firstInOrder(found, offset + limit, order).slice(offset);
    return { total, alarms: page.map(toOpenLine) };
  }

  async #past(caller: Caller, filter: alarmLists.AlarmFilter, assets: Assets, sight: Assets) {
    const { past, clock, definition } = this.#options;
    const {
      alarmDefinitionId,
      severityMin,
      severityMax,
      sort,
      direction,
      limit,
      offset,
      floodId,
      opened = [],
    } = filter;
    const isEveryAsset = caller.visibility.everything && !narrowsAssets(filter);
    const all: PastAlarmFilter = {
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
    };
    const page = { sort, direction, limit, offset };
    const isByFlood = filter.floods === 'collapse' || floodId !== undefined;
    const floods = isByFlood ? await this.#options.floods.past(caller, sight, all) : [];
    if (isByFlood && floodId === undefined) {
      const names = { assets: sight, definition };
      return pastFloodRows(floods, { past, filter: all, page, opened, names, nowMs: clock.now() });
    }
    const flood = floods.find(({ id }) => id === floodId);
    const wanted = floodId === undefined ? all : withinFlood(all, flood);
    return { alarms: linesOf(await past.list(wanted, page), assets), total: await past.count(wanted) };
  }

  /** The assets that the list may be of. */
  async #assets(caller: Caller, filter: alarmLists.AlarmFilter, sight: Assets): Promise<Assets> {
    const { assetId, assetDefinitionId, assetGroupId } = filter;
    if (assetGroupId !== undefined && !holds(caller, VIEW_GROUPS)) throw forbidden();
    if (!narrowsAssets(filter)) return sight;
    const members = assetGroupId === undefined ? undefined : new Set(await this.#options.assetsOfGroup(assetGroupId));
    const assets = new Map<AssetId, AssetFacts>();
    for (const asset of sight.values()) {
      if (assetId !== undefined && asset.assetId !== assetId) continue;
      if (assetDefinitionId !== undefined && asset.assetDefinitionId !== assetDefinitionId) continue;
      if (members && !members.has(asset.assetId)) continue;
      assets.set(asset.assetId, asset);
    }
    return assets;
  }
}

function linesOf(ends: readonly PastAlarm[], assets: Assets): alarmLists.ListedAlarm[] {
  return ends.flatMap((end) => {
    const asset = assets.get(end.assetId);
    return asset ? [toPastLine(end, asset)] : [];
  });
}

function narrowsAssets({ assetId, assetDefinitionId, assetGroupId }: alarmLists.AlarmFilter): boolean {
  return assetId !== undefined || assetDefinitionId !== undefined || assetGroupId !== undefined;
}
