/**
 * The permission catalogue (spec 2 §6): id 1 is AdminModify, then four ids per group in the order View, Create,
 * Modify, Delete. Ids 98-109 hold the three custom groups (spec 3 §13).
 */
export const permissionGroups = [
  'Permissions',
  'Assets',
  'Users',
  'UserGroups',
  'AssetGroups',
  'Jobs',
  'AdminUnits',
  'CurrentDataItems',
  'HistoricalDataItems',
  'Alarms',
  'Events',
  'Coordinates',
  'Attributes',
  'Dashboard',
  'Commands',
  'Alerts',
  'Formulas',
  'AssetDefinitions',
  'SystemDefinitions',
  'Slots',
  'Systems',
  'SlotAssignments',
  'DataItems',
  'Files',
  'CustomPermission1',
  'CustomPermission2',
  'CustomPermission3',
] as const;

export type PermissionGroup = (typeof permissionGroups)[number];

export const permissionActions = ['View', 'Create', 'Modify', 'Delete'] as const;

export type PermissionAction = (typeof permissionActions)[number];

export type PermissionName = 'AdminModify' | `${PermissionGroup}${PermissionAction}`;

export const ADMIN_MODIFY = 1;

/** Permissions that the screens ask for by number (spec 2 §6). */
export const PERMISSION_ASSETS_VIEW = 6;
export const PERMISSION_USER_SETTINGS = 12;
export const PERMISSION_DASHBOARD_VIEW = 54;
export const PERMISSION_CONFIGURATION = 72;

/** The id of a permission in the catalogue, e.g. `permissionId('Dashboard', 'View')` is 54. */
export function permissionId(group: PermissionGroup, action: PermissionAction): number {
  return 2 + permissionGroups.indexOf(group) * 4 + permissionActions.indexOf(action);
}

/** Every permission with its name, in order of id. */
export const permissionCatalogue: readonly { permissionId: number; name: PermissionName }[] = [
  { permissionId: ADMIN_MODIFY, name: 'AdminModify' },
  ...permissionGroups.flatMap((group) =>
    permissionActions.map((action) => ({
      permissionId: permissionId(group, action),
      name: `${group}${action}` as PermissionName,
    })),
  ),
];
