import { useAddressParams } from '#pages/use-address-params.ts';
import type { ConnectionLevel } from '#ui/feedback/ConnectionState.tsx';
import type { TableSort } from '#ui/table/table-column.ts';
import type { AssetFilter } from './asset-list.ts';

const levels: readonly ConnectionLevel[] = ['connected', 'offline', 'never'];

/**
 * Filter and sort as the address holds them, so that they survive a reload and can be sent to a colleague:
 * `?search=pump&definition=3,7&state=offline&sort=alias.desc`.
 */
export function useListAddress() {
  const { params, set } = useAddressParams();

  const filter: AssetFilter = {
    search: params.get('search') ?? '',
    definitionIds: readIds(params.get('definition')),
    level: levels.find((level) => level === params.get('state')),
  };

  return {
    filter,
    sort: readSort(params.get('sort')),
    setSearch: (search: string) => set({ search }),
    setDefinitionIds: (ids: readonly number[]) => set({ definition: ids.join(',') }),
    setLevel: (level: ConnectionLevel | undefined) => set({ state: level }),
    setSort: (sort: TableSort | undefined) => set({ sort: sort && `${sort.column}.${sort.direction}` }),
    clear: () => set({ search: undefined, definition: undefined, state: undefined }),
  };
}

function readIds(text: string | null): number[] {
  return (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

function readSort(text: string | null): TableSort | undefined {
  const match = /^(\w+)\.(asc|desc)$/.exec(text ?? '');
  return match?.[1] ? { column: match[1], direction: match[2] === 'desc' ? 'desc' : 'asc' } : undefined;
}
