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
}

const ROOT = '/configuration';
const SEARCH_KEY = 'search';

/** Reads an address. `defs`, which is what no subpage at all means, and anything unknown are the asset definitions. */
export function readPlace(params: Readonly<Record<string, string | undefined>>, search: string): ConfigurationPlace {
  const subpage = subpages.find((name) => name === params.subpage?.toLowerCase()) ?? 'assetdefinitions';
  const id = /^[1-9]\d{0,14}$/.test(params.id ?? '') ? Number(params.id) : undefined;
  const panelName = id === undefined ? undefined : panelNames.find((name) => name === params.panelName?.toLowerCase());
  return { subpage, id, panelName, search: new URLSearchParams(search).get(SEARCH_KEY) ?? '' };
}

export function placePath({
  subpage,
  id,
  panelName,
  search,
}: Partial<ConfigurationPlace> & { subpage: Subpage }): string {
  const path = [ROOT, subpage, ...(id === undefined ? [] : [id, ...(panelName === undefined ? [] : [panelName])])];
  const query = search ? `?${new URLSearchParams({ [SEARCH_KEY]: search })}` : '';
  return `${path.join('/')}${query}`;
}

/** Where the configuration stands, and the way to another place of it. The search stays while one walks about. */
export function useConfigurationPlace() {
  const place = readPlace(useParams(), useSearch());
  const [, navigate] = useLocation();
  const { subpage, search } = place;
  /** Opens an entry or a panel of the list shown. */
  const open = useCallback(
    (id: number, panelName?: PanelName) => {
      rememberOpener();
      navigate(placePath({ subpage, search, id, ...(panelName ? { panelName } : {}) }));
    },
    [navigate, subpage, search],
  );
  /** Closes what is open; the entry stays marked where one is named. */
  const close = useCallback(
    (id?: number) => {
      navigate(placePath({ subpage, search, id }));
      returnToOpener();
    },
    [navigate, subpage, search],
  );
  const setSearch = (text: string) => navigate(placePath({ ...place, search: text }), { replace: true });
  return { place, open, close, setSearch };
}
