/** Parameters of the address that say which panel is open beside the page, and on which of its tabs. */
export const PANEL = 'panel';
export const PANEL_TAB = 'panelTab';
const FILES = 'files';

/** The asset whose panel the address names; undefined: none. */
export function panelIn(params: URLSearchParams): number | undefined {
  return assetIn(params, PANEL);
}

/** The asset whose files the address names. */
export function filesIn(params: URLSearchParams): number | undefined {
  return assetIn(params, FILES);
}

function assetIn(params: URLSearchParams, name: string): number | undefined {
  const assetId = Number(params.get(name));
  return Number.isSafeInteger(assetId) && assetId > 0 ? assetId : undefined;
}

/** The address as it is at this moment, with this panel and tab; undefined: without. */
export function panelAddress(assetId: number | undefined, tab: string | undefined): URL {
  return addressWith({ [PANEL]: assetId === undefined ? undefined : String(assetId), [PANEL_TAB]: tab });
}

/** Puts the panel that is open, and its tab, into the address, so that it survives a reload and can be sent on. */
export function putPanelInAddress(assetId: number | undefined, tab: string | undefined): void {
  putAddress(panelAddress(assetId, tab));
}

/** The same of the panel of files. */
export function putFilesInAddress(assetId: number | undefined): void {
  putInAddress({ [FILES]: assetId === undefined ? undefined : String(assetId) });
}

/** Changes parameters of the address as it is at this moment; undefined takes one out. */
export function putInAddress(changes: Readonly<Record<string, string | undefined>>): void {
  putAddress(addressWith(changes));
}

function addressWith(changes: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}

function putAddress(url: URL): void {
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url);
}
