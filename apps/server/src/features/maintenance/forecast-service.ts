import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import type { AssetDefinitionId, AssetId, EpochMs, parts } from '@telltale/contract';
import { partStates } from '@telltale/contract/api/maintenance/parts.ts';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { AssetOfParts, PartBook } from './part-book.ts';
import { type PartMoment, type PartMoments, toPart } from './part-state.ts';

export interface AssetInForecast extends AssetOfParts {
  readonly name: string;
  readonly assetDefinitionName: string;
}

export interface ForecastServiceOptions {
  book: PartBook;
  moments: PartMoments;
  /** Assets in the caller's sight. */
  assetsInSight: (caller: Caller) => Promise<AssetInForecast[]>;
  clock: Clock;
}

export interface ForecastFilter {
  assetId?: AssetId | undefined;
  assetDefinitionId?: AssetDefinitionId | undefined;
  category?: string | undefined;
  state?: parts.PartState | undefined;
  text?: string | undefined;
}

/** So many assets are reckoned before others have their turn. */
const ASSETS_PER_TURN = 50;

interface DuePart {
  readonly asset: AssetInForecast;
  readonly moment: PartMoment;
}

/** When the parts of all assets fall due. */
export class ForecastService {
  readonly #options: ForecastServiceOptions;

  constructor(options: ForecastServiceOptions) {
    this.#options = options;
  }

  /** Reads and reckons everything ahead of whoever asks: after a start that takes seconds where there are many assets. */
  async prepare(): Promise<void> {
    const nowMs = this.#options.clock.now();
    await this.#options.book.renew(await this.#options.assetsInSight(systemCaller), nowMs);
    await this.#list(systemCaller, {}, nowMs);
  }

  async page(caller: Caller, filter: ForecastFilter, { limit, offset }: { limit: number; offset: number }) {
    const nowMs = this.#options.clock.now();
    const all = await this.#list(caller, filter, nowMs);
    const counts = Object.fromEntries(partStates.map((state) => [state, 0])) as Record<parts.PartState, number>;
    for (const { moment } of all) counts[moment.state]++;
    const some = filter.state === undefined ? all : all.filter(({ moment }) => moment.state === filter.state);
    return { total: some.length, counts, parts: some.slice(offset, offset + limit).map((one) => toRow(one, nowMs)) };
  }

  /** Every row of what a filter leaves. */
  async *rows(caller: Caller, filter: ForecastFilter): AsyncGenerator<parts.ForecastRow> {
    const nowMs = this.#options.clock.now();
    for (const one of await this.#list(caller, filter, nowMs)) {
      if (filter.state === undefined || one.moment.state === filter.state) yield toRow(one, nowMs);
    }
  }

  async #list(caller: Caller, filter: ForecastFilter, nowMs: EpochMs): Promise<DuePart[]> {
    const { book, moments, assetsInSight } = this.#options;
    const assets = (await assetsInSight(caller)).filter(
      ({ assetId, assetDefinitionId }) =>
        (filter.assetId === undefined || assetId === filter.assetId) &&
        (filter.assetDefinitionId === undefined || assetDefinitionId === filter.assetDefinitionId),
    );
    const byId = new Map(assets.map((asset) => [asset.assetId, asset]));
    const isWanted = wantedBy(filter);
    const due: DuePart[] = [];
    let looked = 0;
    const all = await book.partsOf(assets, nowMs);
    await moments.warm(all, nowMs);
    for (const found of all) {
      const asset = byId.get(found.assetId);
      if (!asset) continue;
      const wanted = {
        ...found,
        parts: found.parts.filter((part) => isWanted(asset, part.definition.name, part.place)),
      };
      if (wanted.parts.length === 0) continue;
      for (const moment of await moments.momentsOf(wanted, nowMs)) due.push({ asset, moment });
      if (++looked % ASSETS_PER_TURN === 0) await nextTurnOfTheLoop();
    }
    return due.sort(byDue);
  }
}

function wantedBy({ category, text }: ForecastFilter) {
  const key = category === undefined ? undefined : nameKey(category);
  const words = nameKey(text ?? '');
  return (asset: AssetInForecast, name: string, place: { category: string } | undefined): boolean => {
    if (key !== undefined && nameKey(place?.category ?? '') !== key) return false;
    return words === '' || nameKey(`${asset.name}\n${name}`).includes(words);
  };
}

const RANK: Readonly<Record<parts.PartState, number>> = { overdue: 0, soon: 1, ok: 1, unrecorded: 2, unknown: 3 };

/** What is overdue first, by how far; then by when it falls due; then what nobody ever wrote down, or can be told. */
function byDue(a: DuePart, b: DuePart): number {
  const [first, second] = [a.moment, b.moment];
  if (RANK[first.state] !== RANK[second.state]) return RANK[first.state] - RANK[second.state];
  if (first.dueInDays !== second.dueInDays) return first.dueInDays - second.dueInDays;
  const share = shareOf(second) - shareOf(first);
  return share || a.asset.assetId - b.asset.assetId || compare(first.part.definition.name, second.part.definition.name);
}

const shareOf = ({ used, part }: PartMoment) => (used ?? 0) / part.interval;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function toRow({ asset, moment }: DuePart, nowMs: EpochMs): parts.ForecastRow {
  const { assetId, name, assetDefinitionId, assetDefinitionName } = asset;
  return { ...toPart(moment, nowMs), assetId, assetName: name, assetDefinitionId, assetDefinitionName };
}
