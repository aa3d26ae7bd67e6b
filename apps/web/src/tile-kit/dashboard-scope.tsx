import type { DataItemSelection, definitions } from '@telltale/contract';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { AssetItem, ReadingSource } from '#readings/readings.ts';
import type { SeriesSource } from '#readings/series.ts';
import type { DashboardTime } from './dashboard-time.ts';
import type { AssetMomentSource } from './records/asset-moments.ts';

/** What tiles may know of the asset that a dashboard shows. */
export interface ScopeAsset {
  readonly assetId: number;
  readonly assetAlias: string;
  readonly serialNumber: string;
  readonly attributes: readonly { attributeName: string; attributeValue: string }[];
}

/** An asset whose alarms, events and files a dashboard shows. */
export interface ScopeMember {
  readonly assetId: number;
  readonly name: string;
}

/**
 * Everything a tile reaches beyond its own settings. It changes only with the asset or its definition, never with
 * values: those come through the sources, so that one new value re-renders one tile.
 */
export interface DashboardScope {
  readonly asset: ScopeAsset;
  /** The dashboard's own asset; of a system those in its slots that the user sees. */
  readonly members: readonly ScopeMember[];
  readonly definition: definitions.DefinitionTree;
  /** The data item that a selection means here; undefined where the slots or the choice lead nowhere. */
  resolve(selection: DataItemSelection): AssetItem | undefined;
  /** The dashboard's place in time; the three sources below answer for its cursor. */
  readonly time: DashboardTime;
  readonly readings: ReadingSource;
  readonly series: SeriesSource;
  /** The same as they are stored, whatever units the viewer reads: for what is sent, edited or put into a request. */
  readonly sent: { readonly readings: ReadingSource; readonly series: SeriesSource };
  readonly moments: AssetMomentSource;
  /** IANA time zone in which this dashboard writes times. */
  readonly zone: string;
}

const ScopeContext = createContext<DashboardScope | undefined>(undefined);

export function DashboardScopeProvider({ scope, children }: { scope: DashboardScope; children: ReactNode }) {
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** The scope of the dashboard around a tile, an editor or a picker. */
export function useDashboardScope(): DashboardScope {
  const scope = useContext(ScopeContext);
  if (scope === undefined) throw new Error('This component must stand inside a dashboard.');
  return scope;
}

/** The dashboard's place in time; undefined where a tile stands on no dashboard. */
export function useTimeIfAny(): DashboardTime | undefined {
  return useContext(ScopeContext)?.time;
}

/** Within it everything is in the unit of its data item, whatever units the viewer reads. */
export function AsSent({ children }: { children: ReactNode }) {
  const scope = useDashboardScope();
  const stored = useMemo(() => ({ ...scope, ...scope.sent }), [scope]);
  return <ScopeContext value={stored}>{children}</ScopeContext>;
}

/** The time zone in which the dashboard writes times. */
export function useZone(): string {
  return useDashboardScope().zone;
}

/** What to call the asset of a record, where a dashboard shows those of several; undefined where all are of its own. */
export function useMemberName(): ((assetId: number | null) => string) | undefined {
  const { asset, members } = useDashboardScope();
  return useMemo(() => {
    if (asset.assetId > 0) return undefined;
    const names = new Map(members.map(({ assetId, name }) => [assetId, name]));
    return (assetId) => names.get(assetId ?? 0) ?? '';
  }, [asset.assetId, members]);
}
