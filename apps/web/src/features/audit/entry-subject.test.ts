import { expect, test } from 'vitest';
import { subjectOf } from './entry-subject.ts';

const none = { assetId: null, before: null, after: null };
const pump = { assetDefinitionId: 7, assetDefinitionName: 'Pump', alias: '' };

test.each([
  [{ ...none, kind: 'definition', what: 'created', after: pump }, 'Pump', '/configuration/assetdefinitions/7'],
  [{ ...none, kind: 'definition', what: 'deleted', before: pump }, 'Pump', undefined],
  [
    {
      ...none,
      kind: 'alarm definition',
      what: 'alarm definition 3 deleted',
      before: { assetDefinitionId: 7, name: 'Hot' },
    },
    ...['Hot', '/configuration/assetdefinitions/7?tab=alarms'],
  ],
  [
    { ...none, kind: 'data item', what: 'added to definition 7', after: { label: 'Flow' } },
    ...['Flow', '/configuration/assetdefinitions/7?tab=dataitems'],
  ],
  [{ ...none, kind: 'data item', what: 'created', after: { label: 'Flow', dataItemId: 9 } }, 'Flow', undefined],
  [
    { ...none, kind: 'dashboard', what: 'dashboard 4 saved', after: { dashboardName: 'Night', assetDefinitionId: 7 } },
    ...['Night', '/configuration/assetdefinitions/7?tab=dashboards'],
  ],
  [
    { ...none, assetId: 5, kind: 'asset', what: 'created', after: { serialNumber: 'P-1' } },
    'P-1',
    '/assets/5/dashboard',
  ],
  [{ ...none, assetId: 5, kind: 'asset', what: 'deleted', before: { serialNumber: 'P-1' } }, 'P-1', undefined],
  [
    {
      ...none,
      assetId: 5,
      kind: 'attribute',
      what: 'attribute pingrate changed',
      after: { attributeName: 'pingrate' },
    },
    ...[undefined, '/assets/5/dashboard'],
  ],
  [{ ...none, assetId: 5, kind: 'event', what: 'event 3 noted', after: {} }, undefined, '/assets/5/timeline'],
  [{ ...none, kind: 'system', what: 'system 2 created', after: { name: 'Site' } }, 'Site', '/systems/2/dashboard'],
  [{ ...none, kind: 'system', what: 'system 2 deleted', before: { name: 'Site' } }, 'Site', undefined],
  [
    {
      ...none,
      kind: 'system definition',
      what: 'system definition 3 changed',
      after: { systemDefinitionId: 3, name: 'Well site' },
    },
    ...['Well site', '/configuration/systemdefinitions/3'],
  ],
  [
    {
      ...none,
      kind: 'system definition',
      what: 'slot 8 created',
      after: { slotId: 8, name: 'Pump', parentSystemDefinitionId: 3, systemDefinitionId: 4 },
    },
    ...['Pump', '/configuration/systemdefinitions/3'],
  ],
  [
    { ...none, kind: 'access', what: 'user ann created', after: { userId: 6, username: 'ann', adminId: 1 } },
    ...[undefined, '/access?user=6'],
  ],
  [
    { ...none, kind: 'access', what: 'user ann deleted', before: { userId: 6, username: 'ann', adminId: 1 } },
    ...[undefined, undefined],
  ],
  [
    { ...none, kind: 'access', what: 'user group Crew created', after: { userGroupId: 4, userGroupName: 'Crew' } },
    ...[undefined, '/admin?select=userGroup-4'],
  ],
  [
    {
      ...none,
      kind: 'access',
      what: 'permissions of user group Crew changed',
      before: { userGroupId: 4, permissionIds: [] },
      after: { userGroupId: 4, permissionIds: [6] },
    },
    ...[undefined, '/admin?tab=permissions&select=userGroup-4'],
  ],
  [
    {
      ...none,
      kind: 'access',
      what: 'asset groups removed from user group Crew',
      before: { groupId: 4, assetGroups: [9] },
    },
    ...[undefined, '/admin?select=userGroup-4'],
  ],
  [
    { ...none, kind: 'access', what: 'assets added to asset group North', after: { groupId: 9, assets: [5] } },
    ...[undefined, '/admin?select=assetGroup-9'],
  ],
  [
    { ...none, kind: 'access', what: 'admin unit South created', after: { adminId: 3, adminName: 'South' } },
    ...[undefined, '/admin?unit=3'],
  ],
  [
    { ...none, kind: 'session', what: 'began to view as ann', after: { userId: 6, until: '2026-11-23T12:15:00Z' } },
    ...[undefined, '/access?user=6'],
  ],
  [{ ...none, kind: 'gateway', what: 'created', after: { gatewayId: 2, name: 'Hall' } }, 'Hall', '/gateways'],
  [{ ...none, kind: 'file', what: 'file 7 a.csv deleted', before: { filename: 'a.csv' } }, undefined, undefined],
  [{ ...none, kind: 'session', what: 'logged in', after: ['no', 'record'] }, undefined, undefined],
  [
    { ...none, kind: 'definition', what: 'created', after: { assetDefinitionId: 'javascript:x' } },
    undefined,
    undefined,
  ],
] as const)('%j is %s at %s', (entry, name, href) => expect(subjectOf(entry)).toEqual({ name, href }));
