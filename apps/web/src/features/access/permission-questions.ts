import { PERMISSION_ASSETS_VIEW, permissionId, permissionOfFlag, permissionTypes } from '@telltale/contract';
import { permissionColumns } from '#ui/access/permissions/permission-set.ts';

/** What is asked most, in the words in which it is asked. */
const usual: ReadonlyMap<number, string> = new Map([
  [PERMISSION_ASSETS_VIEW, 'see it'],
  [permissionId('Dashboard', 'View'), 'open its dashboards'],
  [permissionId('Alarms', 'Modify'), 'close its alarms'],
  [permissionId('Commands', 'Create'), 'send it commands'],
  [permissionId('Assets', 'Modify'), 'rename it'],
  [permissionId('HistoricalDataItems', 'Modify'), 'rewrite its history'],
]);

/** Every permission as a choice: the usual questions first, then the catalogue by its types. */
export const permissionQuestions = [
  { group: 'Usual questions', items: [...usual].map(([id, label]) => ({ value: String(id), label })) },
  ...permissionTypes.map((type) => ({
    group: type as string,
    items: permissionColumns.flatMap(({ flag, label }) => {
      const id = permissionOfFlag(type, flag);
      return id === undefined || usual.has(id) ? [] : [{ value: String(id), label: `${label} ${type}` }];
    }),
  })),
].filter(({ items }) => items.length > 0);
