import { ADMIN_MODIFY, ownership, PERMISSION_USER_SETTINGS, permissionId } from '@telltale/contract';
import type { Action } from '#actions/action.ts';
import { heldBy, includesPermission, useSessionStore } from '#session/session-store.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';

type PageEntry = readonly [
  label: string,
  path: string,
  icon: Parameters<typeof lateIcon>[0],
  permissionId: number | undefined,
  keywords?: string,
];

/** Pages beside those of the navigation's links; each with its permission, if it takes one. */
const PAGES: readonly PageEntry[] = [
  ['Settings', '/user-settings', 'IconSettings', PERMISSION_USER_SETTINGS],
  ['Commands', '/commands', 'IconSend', permissionId('Commands', 'View'), 'rpc send release verified'],
  [
    'Exports',
    '/exports',
    'IconFileExport',
    permissionId('HistoricalDataItems', 'View'),
    'download csv sqlite parquet arrow history',
  ],
  ['Files', '/files', 'IconFiles', permissionId('Files', 'View')],
  [
    'Alarm health',
    '/alarms/health',
    'IconHistory',
    permissionId('Alarms', 'View'),
    'chattering stale nuisance flood bad actors',
  ],
  ['Handovers', '/handovers', 'IconHistory', permissionId('Events', 'View'), 'shift times hand over take over sign'],
  [
    'Maintenance forecast',
    '/maintenance/forecast',
    'IconCalendar',
    permissionId('Events', 'View'),
    'parts due overdue wear pods counter',
  ],
  ['Jobs', '/jobs', 'IconClipboardList', permissionId('Jobs', 'View'), 'well rig snubbing unit compare close'],
  ['New job', '/dwsjob', 'IconClipboardList', permissionId('Jobs', 'Create'), 'wizard well rig snubbing unit'],
  ['Systems', '/systems', 'IconGridDots', permissionId('Systems', 'View'), 'slots sites rigs pads'],
  ['Seismic events', '/seismic', 'IconActivity', undefined, 'earthquakes quakes stations map detections'],
  ['SQLite explorer', '/sqlite', 'IconTable', undefined, 'sql query database chart wasm'],
  [
    'Connect a device',
    '/connect',
    'IconPlugConnected',
    permissionId('Assets', 'Create'),
    'asset gateway token mqtt arduino python node-red teltonika milesight sparkplug',
  ],
  ['Calls of the portal', '/api-docs', 'IconApi', undefined, 'api rest openapi docs try'],
  [
    'Measurement files',
    '/tdms-viewer',
    'IconChartLine',
    ADMIN_MODIFY,
    'tdms labview daqmx waveform recording plot channels',
  ],
  ['Audit', '/audit', 'IconHistory', ADMIN_MODIFY, 'journal history who did what log'],
  ['Who is told of alarms', '/alerts?tab=told', 'IconSend', ADMIN_MODIFY, 'alert subscriptions mail quiet hours gaps'],
  ['Who may what', '/access', 'IconKey', ADMIN_MODIFY, 'rights permissions see access'],
  ['First hour', '/first-hour', 'IconClipboardList', ADMIN_MODIFY, 'setup mail server smtp name template newcomer'],
  ['Gateway tokens', '/gateways', 'IconRouter', ADMIN_MODIFY, 'sparkplug edge revoke device'],
  ['Refused data', '/quarantine', 'IconRouter', ADMIN_MODIFY, 'quarantine set aside rejected devices gateways invalid'],
  ['Provisioning keys', '/provisioning', 'IconKey', ADMIN_MODIFY, 'device batch claim secret token'],
];

/** For administrators of the first admin unit: its calls refuse all others. */
const OF_FIRST_UNIT = '/first-hour';

export interface OtherPage {
  label: string;
  path: string;
  icon: NonNullable<Action['icon']>;
  isAdministration: boolean;
  keywords: string | undefined;
}

/** @param may whether the user holds a permission */
export function otherPages(may: (permissionId: number | undefined) => boolean, isOfFirstUnit: boolean): OtherPage[] {
  const seen = PAGES.filter(([, path, , permission]) => may(permission) && (isOfFirstUnit || path !== OF_FIRST_UNIT));
  return seen.map(([label, path, icon, permission, keywords]) => ({
    label,
    path,
    icon: lateIcon(icon),
    isAdministration: permission === ADMIN_MODIFY,
    keywords,
  }));
}

/** Those of whoever is logged in; nobody else has any. */
export function useOtherPages(): OtherPage[] {
  const { state, user, ...session } = useSessionStore();
  const held = heldBy(session);
  if (state !== 'valid') return [];
  return otherPages((id) => includesPermission(held, id), user?.adminId === ownership.ROOT_ADMIN_ID);
}

export function pageActions(pages: readonly OtherPage[], go: (path: string) => void): Action[] {
  return pages.map(({ label, path, icon, keywords }) => ({
    id: `page${path}`,
    label,
    group: 'Pages',
    icon,
    ...(keywords === undefined ? {} : { keywords }),
    run: () => go(path),
  }));
}
