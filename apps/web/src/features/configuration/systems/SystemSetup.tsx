import { useQuery } from '@tanstack/react-query';
import { permissionId, systems } from '@telltale/contract';
import { lazy, useCallback } from 'react';
import { callApi } from '#api/client.ts';
import { systemListQuery, systemPageQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { linesOfSystem } from '../deletion/use-lines.ts';
import { useConfigurationPlace } from '../page/configuration-address.ts';
import type { RowActions } from '../page/EntryTable.tsx';
import { type EntryKind, ListPage } from '../page/ListPage.tsx';
import { RowButton } from '../page/RowButton.tsx';
import { useAskedPage } from '../page/use-asked-page.ts';
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

/** 'Configure new systems': systems as people count them, which the portal looks for, a page at a time. */
export function SystemSetup() {
  const { open, close } = useConfigurationPlace();
  const mayView = useMay(permissionId('Systems', 'View'));
  const list = useQuery({ ...systemPageQuery(useAskedPage()), enabled: mayView });
  const { data, error, refetch } = list;

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
      list={{ data: data?.systems, error, refetch }}
      counted={data}
      actions={actions}
      newEntry={(onDone) => <NewSystem label={kind.addLabel} onDone={onDone} />}
      deletion={({ systemId }) => ({
        findUses: async () => linesOfSystem(systemId, await callApi(systems.listSystems)),
        onDelete: () => callApi(systems.deleteSystem, { params: { systemId } }),
      })}
      panelOfId={(systemId) =>
        mayView ? <OpenSystem key={systemId} systemId={systemId} onClose={() => close()} /> : null
      }
    />
  );
}

/** One system with all others, which may stand in its slots or have what it wants in theirs. */
function OpenSystem({ systemId, onClose }: { systemId: number; onClose: () => void }) {
  const all = useQuery(systemListQuery).data;
  const system = all?.find((one) => one.systemId === systemId);
  return all && system ? <SystemPanel system={system} all={all} onClose={onClose} /> : null;
}
