import type { PermissionGroup, PermissionName } from '@telltale/contract';
import type { DemoPlan } from '@telltale/domain/demo/demo-plan.ts';
import { alarms } from './demo-plan/alarms.ts';
import { assets } from './demo-plan/assets.ts';
import { definitions } from './demo-plan/definitions.ts';
import { eventDefinitions, events } from './demo-plan/events.ts';
import { jobsAt } from './demo-plan/jobs.ts';
import { repeats } from './demo-plan/repeats.ts';
import { systemDefinitions, systems } from './demo-plan/systems.ts';
import { PERMIAN_GATEWAY } from './world/roster.ts';

const FLEET_GROUP = 'Demonstration fleet';

const looksAt: readonly PermissionGroup[] = [
  'Assets',
  'Jobs',
  'CurrentDataItems',
  'HistoricalDataItems',
  'Alarms',
  'Events',
  'Coordinates',
  'Attributes',
  'Dashboard',
  'Commands',
  'AssetDefinitions',
  'SystemDefinitions',
  'Slots',
  'Systems',
  'SlotAssignments',
  'DataItems',
  'Files',
];
const view = looksAt.map((group): PermissionName => `${group}View`);

const works: readonly PermissionName[] = [
  'AlarmsModify',
  'EventsCreate',
  'EventsModify',
  'CoordinatesModify',
  'AttributesCreate',
  'AttributesModify',
  'JobsCreate',
  'JobsModify',
  'HistoricalDataItemsModify',
  'CustomPermission1View',
  'CustomPermission1Modify',
  'DashboardCreate',
  'DashboardModify',
  'DashboardDelete',
  'CommandsCreate',
  'FilesCreate',
];

const inBasin = (basin: string) =>
  assets.filter((asset) => asset.attributes.Basin === basin).map((asset) => asset.serialNumber);

/**
 * What the demonstration shows: the fleet's assets with their dashboards, the jobs of its rigs, and two accounts that
 * may see them.
 * @param bornMs when the world of the fleet began
 */
export function planAt(bornMs: number, nowMs: number): DemoPlan {
  return { ...plan, jobs: jobsAt(bornMs, nowMs, assets) };
}

const plan: Omit<DemoPlan, 'jobs'> = {
  definitions,
  assets,
  gateways: [PERMIAN_GATEWAY],
  assetGroups: [
    { name: FLEET_GROUP, description: 'Simulated equipment of the demonstration', serialNumbers: [] },
    { name: 'Permian', description: 'West Texas', parent: FLEET_GROUP, serialNumbers: inBasin('Permian') },
    { name: 'Oklahoma', description: 'Anadarko basin', parent: FLEET_GROUP, serialNumbers: inBasin('Anadarko') },
    {
      name: 'Marcellus',
      description: 'Southwest Pennsylvania',
      parent: FLEET_GROUP,
      serialNumbers: inBasin('Appalachian'),
    },
  ],
  userGroups: [
    {
      name: 'Demonstration operators',
      description: 'See the fleet, edit dashboards, acknowledge alarms, send commands',
      permissions: [...view, ...works],
      assetGroups: [FLEET_GROUP],
    },
    {
      name: 'Demonstration visitors',
      description: 'See the fleet and change nothing',
      permissions: view,
      assetGroups: [FLEET_GROUP],
    },
  ],
  accounts: [
    { username: 'operator', userGroup: 'Demonstration operators', readOnly: false, isOffered: false },
    { username: 'view-only', userGroup: 'Demonstration visitors', readOnly: true, isOffered: true },
  ],
  alarms,
  eventDefinitions,
  events,
  repeats,
  systemDefinitions,
  systems,
};
