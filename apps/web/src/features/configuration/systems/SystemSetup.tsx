import { useQuery } from '@tanstack/react-query';
import { permissionId, systems } from '@telltale/contract';
import { lazy, useCallback } from 'react';
import { callApi } from '#api/client.ts';
import { systemListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { linesOfSystem } from '../deletion/use-lines.ts';
import { useConfigurationPlace } from '../page/configuration-address.ts';
import type { RowActions } from '../page/EntryTable.tsx';
import { type EntryKind, ListPage } from '../page/ListPage.tsx';
import { RowButton } from '../page/RowButton.tsx';
import { NewSystem } from './NewSystem.tsx';

const SystemPanel = lazy(() => import('./SystemPanel.tsx').then((part) => ({ default: part.SystemPanel })));

type System = systems.System;
const kind: EntryKind<System> = {
  title: 'Configure new systems',
  many: 'systems',
  group: 'Systems',
  addLabel: 'Add new system',
  queryKey: systemListQuery.queryKey,
  emptyHint: 'A system is made of assets, each in its slot. Its dashboards read the values of all of them.',
  actionsWidth: 290,
  idOf: ({ systemId }) => systemId,
  nameOf: ({ name }) => name,
  detailOf: ({ systemDefinition }) => systemDefinition.name,
};

/** 'Configure new systems': systems by name, what stands in their slots, and what else is known of them. */
export function SystemSetup() {
  const { open, close } = useConfigurationPlace();
  const mayView = useMay(permissionId('Systems', 'View'));
  const list = useQuery({ ...systemListQuery, enabled: mayView });

  const actions: RowActions<System> = useCallback(
    ({ systemId, name }, tabIndex) => (
      <>
        <RowButton label={`Edit ${name}`} tabIndex={tabIndex} onClick={() => open(systemId)}>
          Edit
        </RowButton>
        <RowButton label={`Dashboard of ${name}`} tabIndex={tabIndex} href={`/systems/${systemId}/dashboard`}>
          Dashboard
        </RowButton>
      </>
    ),
    [open],
  );

  return (
    <ListPage
      kind={kind}
      list={list}
      actions={actions}
      newEntry={(onDone) => <NewSystem label={kind.addLabel} onDone={onDone} />}
      deletion={({ systemId }) => ({
        findUses: async () => linesOfSystem(systemId, (await list.refetch()).data ?? []),
        onDelete: () => callApi(systems.deleteSystem, { params: { systemId } }),
      })}
      panel={(system) => (
        <SystemPanel key={system.systemId} system={system} all={list.data ?? []} onClose={() => close()} />
      )}
    />
  );
}
