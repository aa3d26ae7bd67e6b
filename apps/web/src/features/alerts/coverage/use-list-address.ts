import { useDebouncedValue } from '@mantine/hooks';
import { COVERAGE_PER_PAGE } from '#api/alerts/coverage-queries.ts';
import { useAddressParams } from '#pages/use-address-params.ts';

const SEARCH_DELAY_MS = 300;

/** Search and page of a list, as the address holds them. */
export function useListAddress() {
  const { params, set } = useAddressParams();
  const search = params.get('search') ?? '';
  const [asked] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const wanted = Number(params.get('page'));
  const page = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1;
  return {
    params,
    set,
    search,
    asked,
    page,
    offset: (page - 1) * COVERAGE_PER_PAGE,
    pagesOf: (total: number | undefined) => Math.max(1, Math.ceil((total ?? 0) / COVERAGE_PER_PAGE)),
    setSearch: (text: string) => set({ search: text, page: undefined }),
    setPage: (next: number) => set({ page: next === 1 ? undefined : String(next) }),
  };
}
