import { useCallback, useMemo } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';

/** What part of a dashboard an address shows (spec 1 §2): any other path below it shows the full dashboard. */
export type DashboardPart = { kind: 'full' } | { kind: 'tile'; tileId: string } | { kind: 'tab'; tabIndex: number };

/** Address of one tile; `path` is that of the asset's or the system's dashboard. */
export function tilePath(path: string, dashboardId: number, tileId: string): string {
  return `${path}/${dashboardId}/tile/${encodeURIComponent(tileId)}`;
}

/** Reads what stands after `/dashboard/`: an id, and which part of that dashboard. */
export function readPart(rest: string): { dashboardId: number | undefined; part: DashboardPart } {
  const match = /^(\d{1,15})(?:\/(?:tile\/([^/]+)|tabs\/(\d{1,6})))?\/?$/.exec(rest);
  const [, id, tileId, tabIndex] = match ?? [];
  const dashboardId = id === undefined ? undefined : Number(id);
  if (tileId !== undefined) return { dashboardId, part: { kind: 'tile', tileId: decode(tileId) } };
  if (tabIndex !== undefined) return { dashboardId, part: { kind: 'tab', tabIndex: Number(tabIndex) } };
  return { dashboardId, part: { kind: 'full' } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address as the dashboard's state: which one, which tab, editing or not. Changes replace the history's entry. */
export function useDashboardAddress() {
  const params = useParams();
  const [search, setSearch] = useSearchParams();
  const rest = params['*'] ?? '';
  const { dashboardId, part } = useMemo(() => readPart(rest), [rest]);
  const [, navigate] = useLocation();
  const { assetId, systemId } = params;
  const path = systemId === undefined ? `/assets/${assetId}/dashboard` : `/systems/${systemId}/dashboard`;

  const set = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const setTab = useCallback((tabId: string | undefined) => set({ tab: tabId }), [set]);
  const setBuilder = useCallback((isBuilder: boolean) => set({ mode: isBuilder ? 'builder' : undefined }), [set]);
  /**
   * Another dashboard of the asset or system; without an id the one that comes first. What part of time is shown, and
   * how, stays.
   * @param isCopy it has the same tabs: the one that is open stays open
   */
  const openDashboard = useCallback(
    (id: number | undefined, isCopy = false) => {
      const next = new URLSearchParams(search);
      for (const name of isCopy ? ['mode'] : ['mode', 'tab']) next.delete(name);
      if (id === undefined) next.delete('dashboardId');
      else next.set('dashboardId', String(id));
      navigate(next.size === 0 ? path : `${path}?${next}`);
    },
    [path, search, navigate],
  );

  const wished = dashboardId ?? (Number(search.get('dashboardId')) || undefined);
  /** Whether another address shows the dashboard that is open, with the id that it is stored under. */
  const isSameDashboard = (to: URL, storedId: number | undefined) => {
    if (to.pathname !== path && !to.pathname.startsWith(`${path}/`)) return false;
    const rest = readPart(to.pathname.slice(path.length + 1));
    const there = rest.dashboardId ?? (Number(to.searchParams.get('dashboardId')) || undefined);
    return there === wished || (there !== undefined && there === storedId);
  };

  return {
    assetId: Number(assetId),
    systemId: Number(systemId),
    part,
    dashboardId: wished,
    isSameDashboard,
    tabId: search.get('tab') ?? undefined,
    isBuilder: search.get('mode') === 'builder',
    setTab,
    setBuilder,
    openDashboard,
  };
}
