import { useQuery } from '@tanstack/react-query';
import { permissionId, systems } from '@telltale/contract';
import { lazy, useCallback } from 'react';
import { callApi } from '#api/client.ts';
import { systemDefinitionListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { linesOfSystemDefinition } from '../deletion/use-lines.ts';
import { useConfigurationPlace } from '../page/configuration-address.ts';
import type { RowActions } from '../page/EntryTable.tsx';
import { type EntryKind, ListPage } from '../page/ListPage.tsx';
import { RowButton } from '../page/RowButton.tsx';

const SystemDefinitionPanel = lazy(() =>
  import('./SystemDefinitionPanel.tsx').then((part) => ({ default: part.SystemDefinitionPanel })),
);

type SystemDefinition = systems.SystemDefinition;
const kind: EntryKind<SystemDefinition> = {
  title: 'Set up system definitions',
  many: 'system definitions',
  group: 'SystemDefinitions',
  addLabel: 'Add new system definition',
  make: async (name) => {
    const made = await callApi(systems.saveSystemDefinition, { body: { name, alias: name } });
    return made.systemDefinitionId;
  },
  queryKey: systemDefinitionListQuery.queryKey,
  emptyHint: 'A system definition says which places a kind of system has, and what belongs into each.',
  actionsWidth: 220,
  idOf: ({ systemDefinitionId }) => systemDefinitionId,
  nameOf: ({ name }) => name,
  detailOf: ({ slots }) => (slots.length === 1 ? '1 slot' : `${slots.length} slots`),
};

/** 'Set up system definitions': kinds of systems with their slots (spec 2 §2.5). */
export function SystemDefinitions() {
  const { open, close } = useConfigurationPlace();
  const mayView = useMay(permissionId('SystemDefinitions', 'View'));
  const list = useQuery({ ...systemDefinitionListQuery, enabled: mayView });

  const actions: RowActions<SystemDefinition> = useCallback(
    ({ systemDefinitionId, name }, tabIndex) => (
      <RowButton label={`Edit slots of ${name}`} tabIndex={tabIndex} onClick={() => open(systemDefinitionId)}>
        Edit slots
      </RowButton>
    ),
    [open],
  );

  return (
    <ListPage
      kind={kind}
      list={list}
      actions={actions}
      deletion={({ systemDefinitionId }) => {
        const params = { systemDefinitionId };
        return {
          findUses: async () => linesOfSystemDefinition(await callApi(systems.getSystemDefinitionUses, { params })),
          onDelete: () => callApi(systems.deleteSystemDefinition, { params }),
        };
      }}
      panel={(definition) => (
        <SystemDefinitionPanel
          key={definition.systemDefinitionId}
          definition={definition}
          all={list.data ?? []}
          onClose={() => close()}
        />
      )}
    />
  );
}
