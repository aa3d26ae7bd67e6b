import { useCallback } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { rememberOpener, returnToOpener } from './opener.ts';

const subpages = ['assets', 'assetdefinitions', 'systemdefinitions', 'systems'] as const;
export type Subpage = (typeof subpages)[number];

/** The panels of an asset definition, as the address names them (spec 2 §2.5), and that of its commands. */
const panelNames = ['alarms', 'events', 'dataitems', 'commands'] as const;
export type PanelName = (typeof panelNames)[number];

/** What the address says: which list, which of its entries, which panel of it, and the search. An asset definition without a panel is its page. */
export interface ConfigurationPlace {
  readonly subpage: Subpage;
  readonly id: number | undefined;
  readonly panelName: PanelName | undefined;
  readonly search: string;
  /** Of a list that comes in pages; from 1 on. */
  readonly page: number;
}

const ROOT = '/configuration';
const SEARCH_KEY = 'search';
const PAGE_KEY = 'page';
const MOST_PAGES = 1_000_000;

/** Reads an address. `defs`, which is what no subpage at all means, and anything unknown are the asset definitions. */
export function readPlace(params: Readonly<Record<string, string | undefined>>, search: string): ConfigurationPlace {
  const subpage = subpages.find((name) => name === params.subpage?.toLowerCase()) ?? 'assetdefinitions';
  const id = /^[1-9]\d{0,14}$/.test(params.id ?? '') ? Number(params.id) : undefined;
  const panelName = id === undefined ? undefined : panelNames.find((name) => name === params.panelName?.toLowerCase());
  const query = new URLSearchParams(search);
  const asked = Number(query.get(PAGE_KEY));
  const page = Number.isSafeInteger(asked) && asked >= 1 && asked <= MOST_PAGES ? asked : 1;
  return { subpage, id, panelName, search: query.get(SEARCH_KEY) ?? '', page };
}

export function placePath({
  subpage,
  id,
  panelName,
  search,
  page = 1,
}: Partial<ConfigurationPlace> & { subpage: Subpage }): string {
  const path = [ROOT, subpage, ...(id === undefined ? [] : [id, ...(panelName === undefined ? [] : [panelName])])];
  const query = new URLSearchParams({
    ...(search ? { [SEARCH_KEY]: search } : {}),
    ...(page > 1 ? { [PAGE_KEY]: String(page) } : {}),
  }).toString();
  return `${path.join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Where the configuration stands, and the way to another place of it. The search and the page stay while one walks about. */
export function useConfigurationPlace() {
  const place = readPlace(useParams(), useSearch());
  const [, navigate] = useLocation();
  const { subpage, search, page } = place;
  /** Opens an entry or a panel of the list shown. */
  const open = useCallback(
    (id: number, panelName?: PanelName) => {
      rememberOpener();
      navigate(placePath({ subpage, search, page, id, ...(panelName ? { panelName } : {}) }));
    },
    [navigate, subpage, search, page],
  );
  /** Closes what is open; the entry stays marked where one is named. */
  const close = useCallback(
    (id?: number) => {
      navigate(placePath({ subpage, search, page, id }));
      returnToOpener();
    },
    [navigate, subpage, search, page],
  );
  /** What is searched for begins with its first page. */
  const setSearch = (text: string) => navigate(placePath({ ...place, search: text, page: 1 }), { replace: true });
  const setPage = (next: number) => navigate(placePath({ ...place, page: next }));
  return { place, open, close, setSearch, setPage };
}
