import { ADMIN_MODIFY, type PermissionAction, type PermissionGroup, permissionId } from '@telltale/contract';
import { differenceOf } from './permission-draft.ts';

/** What people of a kind usually need: somewhere to start from, changed box by box afterwards. */
export interface PermissionPreset {
  readonly name: string;
  readonly words: string;
  readonly permissions: ReadonlySet<number>;
}

type Of = readonly (readonly [PermissionGroup, ...PermissionAction[]])[];

const idsOf = (of: Of) => of.flatMap(([group, ...actions]) => actions.map((action) => permissionId(group, action)));
const ALL = ['View', 'Create', 'Modify', 'Delete'] as const;

const viewer = idsOf([
  ['Assets', 'View'],
  ['CurrentDataItems', 'View'],
  ['HistoricalDataItems', 'View'],
  ['DataItems', 'View'],
  ['Alarms', 'View'],
  ['Events', 'View'],
  ['Coordinates', 'View'],
  ['Attributes', 'View'],
  ['Dashboard', 'View'],
  ['Systems', 'View'],
  ['Jobs', 'View'],
  ['Files', 'View'],
]);

const operator = [
  ...viewer,
  ...idsOf([
    ['Alarms', 'Modify'],
    ['Events', 'Create', 'Modify'],
    ['Commands', 'View', 'Create'],
    ['Jobs', 'Create', 'Modify'],
    ['Files', 'Create'],
  ]),
];

const engineer = [
  ...operator,
  ...idsOf([
    ['Assets', 'Create', 'Modify'],
    ['AssetDefinitions', ...ALL],
    ['DataItems', ...ALL],
    ['Formulas', ...ALL],
    ['Alarms', ...ALL],
    ['Events', ...ALL],
    ['Attributes', ...ALL],
    ['Coordinates', ...ALL],
    ['Dashboard', ...ALL],
    ['SystemDefinitions', ...ALL],
    ['Slots', ...ALL],
    ['Systems', ...ALL],
    ['SlotAssignments', ...ALL],
    ['Files', ...ALL],
    ['Alerts', 'View'],
  ]),
];

/** Each holds what the one before it does. */
export const permissionPresets: readonly PermissionPreset[] = [
  {
    name: 'Viewer',
    words: 'Looks at assets, values, alarms and dashboards, and changes nothing.',
    permissions: new Set(viewer),
  },
  {
    name: 'Operator',
    words: 'A viewer who closes alarms, writes notes and sends commands.',
    permissions: new Set(operator),
  },
  {
    name: 'Engineer',
    words: 'An operator who describes equipment and builds dashboards.',
    permissions: new Set(engineer),
  },
  {
    name: 'Administrator',
    words: 'Everything in the admin unit: its users, groups and assets too.',
    permissions: new Set([...engineer, ADMIN_MODIFY]),
  },
];

/** The preset that is exactly this set, if there is one. */
export function presetOf(permissions: ReadonlySet<number>): PermissionPreset | undefined {
  return permissionPresets.find((preset) => differenceOf(preset.permissions, permissions).length === 0);
}
