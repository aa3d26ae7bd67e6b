import { useMemo } from 'react';
import { useAddressParams } from '#pages/use-address-params.ts';
import type { ConnectionLevel } from '#ui/feedback/ConnectionState.tsx';
import type { Bounds, Place } from '#ui/map/map-bounds.ts';
import type { TableSort } from '#ui/table/table-column.ts';
import { readBounds, readCorners, writeBounds, writeCorners } from '../place/area.ts';
import type { AssetFilter } from './asset-list.ts';

const levels: readonly ConnectionLevel[] = ['connected', 'offline', 'never'];
/** `?attribute.station=North`: names of attributes may be anything, even those of the other parameters. */
const ATTRIBUTE = 'attribute.';

export type ListAddress = ReturnType<typeof useListAddress>;

/**
 * Filter, sort, page and the chosen asset as the address holds them, so that they survive a reload and can be sent to a
 * colleague: `?search=pump&definition=3,7&state=offline&alarms=5&group=4&attribute.station=North&sort=alias.desc&page=2`.
 * `filters=open` has the panel of the filters open.
 */
export function useListAddress() {
  const { params, set } = useAddressParams();
  // Whatever narrows the list begins it anew.
  const narrow = (changes: Readonly<Record<string, string | undefined>>) => set({ ...changes, page: undefined });

  const attributes = [...params].flatMap(([name, value]) =>
    name.startsWith(ATTRIBUTE) ? [{ parameter: name, name: name.slice(ATTRIBUTE.length).toLowerCase(), value }] : [],
  );
  /** However the address writes it. */
  const withoutAttribute = (name: string) =>
    Object.fromEntries(attributes.filter((one) => one.name === name).map(({ parameter }) => [parameter, undefined]));
  const area = params.get('area');
  // The map draws anew what is another one.
  const corners = useMemo(() => readCorners(area), [area]);
  const filter: AssetFilter = {
    search: params.get('search') ?? '',
    definitionIds: readIds(params.get('definition')),
    level: levels.find((level) => level === params.get('state')),
    alarmsFrom: readNumber(params.get('alarms'), 0),
    attributes: new Map(attributes.map(({ name, value }) => [name, value])),
    assetGroupId: readNumber(params.get('group'), 1),
    bounds: readBounds(params.get('bounds')),
    corners,
  };

  return {
    filter,
    /** Changes with the filter, but for its search: what it keeps need not be worked out anew while somebody types. */
    filterKey: JSON.stringify({ ...filter, search: '', attributes }),
    sort: readSort(params.get('sort')),
    /** From 1 on. */
    page: readNumber(params.get('page'), 1) ?? 1,
    /** The asset that is pointed at in the list and on the map. */
    chosen: readNumber(params.get('asset'), 1),
    areFiltersOpen: params.get('filters') === 'open',
    setFiltersOpen: (areOpen: boolean) => set({ filters: areOpen ? 'open' : undefined }),
    setSearch: (search: string) => narrow({ search }),
    setDefinitionIds: (ids: readonly number[]) => narrow({ definition: ids.join(',') }),
    setLevel: (level: ConnectionLevel | undefined) => narrow({ state: level }),
    setAlarmsFrom: (severity: number | undefined) => narrow({ alarms: severity?.toString() }),
    setAttribute: (name: string, value: string | undefined) =>
      narrow({ ...withoutAttribute(name.toLowerCase()), [ATTRIBUTE + name.toLowerCase()]: value }),
    setGroup: (assetGroupId: number | undefined) => narrow({ group: assetGroupId?.toString() }),
    setBounds: (bounds: Bounds | undefined) => narrow({ bounds: bounds && writeBounds(bounds) }),
    setCorners: (corners: readonly Place[]) => narrow({ area: writeCorners(corners) }),
    setSort: (sort: TableSort | undefined) => narrow({ sort: sort && `${sort.column}.${sort.direction}` }),
    setPage: (page: number) => set({ page: page > 1 ? String(page) : undefined }),
    setChosen: (assetId: number | undefined, page?: number) =>
      set({ asset: assetId?.toString(), ...(page === undefined ? {} : { page: page > 1 ? String(page) : undefined }) }),
    clear: () =>
      narrow({
        ...Object.fromEntries(attributes.map(({ parameter }) => [parameter, undefined])),
        search: undefined,
        definition: undefined,
        state: undefined,
        alarms: undefined,
        group: undefined,
        bounds: undefined,
        area: undefined,
      }),
  };
}

function readIds(text: string | null): number[] {
  return (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

function readNumber(text: string | null, least: number): number | undefined {
  const number = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

function readSort(text: string | null): TableSort | undefined {
  const match = /^(.+)\.(asc|desc)$/.exec(text ?? '');
  return match?.[1] ? { column: match[1], direction: match[2] === 'desc' ? 'desc' : 'asc' } : undefined;
}
