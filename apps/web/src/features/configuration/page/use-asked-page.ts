import { useConfigurationPlace } from './configuration-address.ts';
import { ENTRIES_OF_PAGE } from './ListPage.tsx';

/** The longest search that the portal takes. */
const MOST_CHARACTERS = 255;

/** Which page of which search the address asks for. */
export function useAskedPage(): { search: string; limit: number; offset: number } {
  const { page, search } = useConfigurationPlace().place;
  return {
    search: search.trim().slice(0, MOST_CHARACTERS),
    limit: ENTRIES_OF_PAGE,
    offset: (page - 1) * ENTRIES_OF_PAGE,
  };
}
