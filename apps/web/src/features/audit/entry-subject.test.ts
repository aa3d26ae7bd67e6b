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
  [
    { ...none, kind: 'system', what: 'system 2 created', after: { systemId: 2, name: 'Site' } },
    'Site',
    '/systems/2/dashboard',
  ],
  [
    { ...none, kind: 'system definition', what: 'changed', after: { systemDefinitionId: 3, name: 'Well site' } },
    ...['Well site', '/configuration/systemdefinitions/3'],
  ],
  [{ ...none, kind: 'session', what: 'logged in', after: ['no', 'record'] }, undefined, undefined],
  [
    { ...none, kind: 'definition', what: 'created', after: { assetDefinitionId: 'javascript:x' } },
    undefined,
    undefined,
  ],
] as const)('%j is %s at %s', (entry, name, href) => expect(subjectOf(entry)).toEqual({ name, href }));
