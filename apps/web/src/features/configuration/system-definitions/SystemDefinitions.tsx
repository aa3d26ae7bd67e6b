import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId, systems } from '@telltale/contract';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { systemDefinitionListQuery } from '#api/system-queries.ts';
import { useMay } from '#app/session-store.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { linesOfSystemDefinition } from '../deletion/use-lines.ts';
import { useConfigurationPlace } from '../page/configuration-address.ts';
import { EntryList } from '../page/EntryList.tsx';
import { EntryTable } from '../page/EntryTable.tsx';
import { filterEntries } from '../page/filter-entries.ts';
import { ListHead } from '../page/ListHead.tsx';
import { NewEntryForm } from '../page/NewEntryForm.tsx';
import classes from '../page/page.module.css';
import { useChange } from '../page/use-change.ts';

const SystemDefinitionPanel = lazy(() =>
  import('./SystemDefinitionPanel.tsx').then((part) => ({ default: part.SystemDefinitionPanel })),
);

type SystemDefinition = systems.SystemDefinition;
const idOf = ({ systemDefinitionId }: SystemDefinition) => systemDefinitionId;
const nameOf = ({ name }: SystemDefinition) => name;
const detailOf = ({ slots }: SystemDefinition) => (slots.length === 1 ? '1 slot' : `${slots.length} slots`);

/** 'Set up system definitions': kinds of systems with their slots (spec 2 §2.5). */
export function SystemDefinitions() {
  const { place, open, close } = useConfigurationPlace();
  const mayView = useMay(permissionId('SystemDefinitions', 'View'));
  const mayCreate = useMay(permissionId('SystemDefinitions', 'Create'));
  const mayDelete = useMay(permissionId('SystemDefinitions', 'Delete'));
  const { data, error, refetch } = useQuery({ ...systemDefinitionListQuery, enabled: mayView });
  const search = useDeferredValue(place.search);
  const shown = useMemo(() => data && filterEntries(data, search, (entry) => [entry.name]), [data, search]);
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<SystemDefinition>();
  const count = shown && data && { shown: shown.length, total: data.length };
  const selected = data?.find((definition) => idOf(definition) === place.id);

  const actions = useCallback(
    (definition: SystemDefinition, tabIndex: 0 | -1) => (
      <>
        <Button
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={`Edit slots of ${definition.name}`}
          onClick={() => open(idOf(definition))}
        >
          Edit slots
        </Button>
        {mayDelete ? (
          <Button
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`Delete ${definition.name}`}
            onClick={() => setDeleted(definition)}
          >
            Delete
          </Button>
        ) : null}
      </>
    ),
    [mayDelete, open],
  );

  if (!mayView) {
    return (
      <EmptyState title="You are missing permissions to view system definitions.">
        Ask an administrator for the permission SystemDefinitionsView, then reload.
      </EmptyState>
    );
  }
  return (
    <>
      <ListHead title="Set up system definitions" count={count}>
        {mayCreate && !isAdding ? (
          <Button
            className={classes.end ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add new system definition
          </Button>
        ) : null}
      </ListHead>
      {isAdding ? <NewSystemDefinition onDone={() => setAdding(false)} /> : null}
      <EntryList
        what="system definitions"
        count={count}
        error={error}
        onRetry={() => void refetch()}
        emptyHint="A system definition says which places a kind of system has, and what belongs into each."
      >
        <EntryTable
          label="System definitions"
          rows={shown ?? []}
          idOf={idOf}
          nameOf={nameOf}
          detailOf={detailOf}
          actions={actions}
          actionsWidth={220}
          selectedId={place.id}
        />
      </EntryList>
      <Suspense>
        {selected ? (
          <SystemDefinitionPanel key={idOf(selected)} definition={selected} all={data ?? []} onClose={() => close()} />
        ) : null}
      </Suspense>
      {deleted ? (
        <DeleteDialog
          name={deleted.name}
          findUses={async () => {
            const params = { systemDefinitionId: idOf(deleted) };
            return linesOfSystemDefinition(await callApi(systems.getSystemDefinitionUses, { params }));
          }}
          onDelete={() => callApi(systems.deleteSystemDefinition, { params: { systemDefinitionId: idOf(deleted) } })}
          reload={[systemDefinitionListQuery.queryKey]}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  );
}

function NewSystemDefinition({ onDone }: { onDone: () => void }) {
  const { open } = useConfigurationPlace();
  const { change } = useChange();
  return (
    <NewEntryForm
      label="Add new system definition"
      onCancel={onDone}
      onAdd={async (name) => {
        const made = await callApi(systems.saveSystemDefinition, { body: { name, alias: name } });
        await change({
          said: `${name} was added.`,
          reload: [systemDefinitionListQuery.queryKey],
          make: async () => made,
        });
        onDone();
        open(made.systemDefinitionId);
      }}
    />
  );
}
