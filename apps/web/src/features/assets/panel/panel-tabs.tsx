import { type assets, permissionId } from '@telltale/contract';
import type { ComponentType } from 'react';
import { includesPermission } from '#session/session-store.ts';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AssetDetails } from './AssetDetails.tsx';
import { AttributeTable } from './AttributeTable.tsx';

type TabContent = ComponentType<{ asset: assets.Asset }>;

/** One tab of the panel of an asset. */
export interface PanelTab {
  /** As it stands in the address. */
  readonly name: string;
  readonly label: string;
  /** What one needs all of to see it; none: who sees the asset. */
  readonly permissions: readonly number[];
  readonly Content: TabContent;
}

function Rows() {
  return <SkeletonRows label="Loading" rows={6} rowHeight={48} />;
}

const allTabs: readonly PanelTab[] = [
  { name: 'details', label: 'Details', permissions: [], Content: AssetDetails },
  {
    name: 'attributes',
    label: 'Attributes',
    permissions: [permissionId('Attributes', 'View')],
    Content: AttributeTable,
  },
  {
    name: 'items',
    label: 'Data items',
    permissions: [
      permissionId('DataItems', 'View'),
      permissionId('DataItems', 'Modify'),
      permissionId('CurrentDataItems', 'View'),
    ],
    Content: lazyPart(async () => (await import('./items/AssetItems.tsx')).AssetItems, Rows),
  },
  {
    name: 'scaling',
    label: 'Scaling',
    permissions: [permissionId('Attributes', 'View'), permissionId('CurrentDataItems', 'View')],
    Content: lazyPart(async () => (await import('./scaling/ScalingTab.tsx')).ScalingTab, Rows),
  },
  {
    name: 'files',
    label: 'Files',
    permissions: [permissionId('Files', 'View')],
    Content: lazyPart(async () => (await import('./files/FilesTab.tsx')).FilesTab, Rows),
  },
  {
    name: 'alarms',
    label: 'Alarms',
    permissions: [permissionId('Alarms', 'View')],
    Content: lazyPart(async () => (await import('./records/AlarmsTab.tsx')).AlarmsTab, Rows),
  },
  {
    // As it was called while events alone stood here: addresses that were sent stay good.
    name: 'events',
    label: 'Timeline',
    permissions: [permissionId('Assets', 'View')],
    Content: lazyPart(async () => (await import('#pages/timeline/AssetTimeline.tsx')).AssetTimeline, Rows),
  },
  {
    name: 'commands',
    label: 'Commands',
    permissions: [permissionId('Commands', 'View')],
    Content: lazyPart(async () => (await import('#pages/commands/AssetCommands.tsx')).AssetCommands, Rows),
  },
  {
    name: 'patient',
    label: 'Patient',
    permissions: [permissionId('CustomPermission1', 'View')],
    Content: lazyPart(async () => (await import('./records/PatientTab.tsx')).PatientTab, Rows),
  },
  {
    name: 'connection',
    label: 'Connection',
    permissions: [],
    Content: lazyPart(async () => (await import('./records/ConnectionTab.tsx')).ConnectionTab, Rows),
  },
];

/** The tabs that a user with these permissions sees. */
export function panelTabs(permissions: ReadonlySet<number>): readonly PanelTab[] {
  return allTabs.filter((tab) => tab.permissions.every((needed) => includesPermission(permissions, needed)));
}
