import { type PermissionGroup, permissionId } from '@telltale/contract';

/** The tabs of the page of a definition, as its address names them, and whose View each needs. */
export const definitionTabs = [
  { name: 'overview', label: 'Overview', group: 'AssetDefinitions' },
  { name: 'dataitems', label: 'Data items', group: 'DataItems' },
  { name: 'alarms', label: 'Alarms', group: 'Alarms' },
  { name: 'events', label: 'Events/Maintenance', group: 'Events' },
  { name: 'commands', label: 'Commands', group: 'Commands' },
  { name: 'dashboards', label: 'Dashboards', group: 'Dashboard' },
] as const satisfies readonly { name: string; label: string; group: PermissionGroup }[];

export type DefinitionTab = (typeof definitionTabs)[number]['name'];

/** Those that a user may look into. */
export function tabsFor(may: (permission: number) => boolean): readonly (typeof definitionTabs)[number][] {
  return definitionTabs.filter(({ group }) => may(permissionId(group, 'View')));
}
