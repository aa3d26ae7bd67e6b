/** Parameters of the address that say which panel is open beside the page, and on which of its tabs. */
export const PANEL = 'panel';
export const PANEL_TAB = 'panelTab';

/** The asset whose panel the address names; undefined: none. */
export function panelIn(params: URLSearchParams): number | undefined {
  const assetId = Number(params.get(PANEL));
  return Number.isSafeInteger(assetId) && assetId > 0 ? assetId : undefined;
}

/** Puts the panel that is open, and its tab, into the address, so that it survives a reload and can be sent on. */
export function putPanelInAddress(assetId: number | undefined, tab: string | undefined): void {
  putInAddress({ [PANEL]: assetId === undefined ? undefined : String(assetId), [PANEL_TAB]: tab });
}

/** Changes parameters of the address as it is at this moment; undefined takes one out. */
export function putInAddress(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url);
}
