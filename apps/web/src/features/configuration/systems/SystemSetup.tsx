import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId, type SystemDefinitionId, systems } from '@telltale/contract';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { systemDefinitionListQuery, systemListQuery } from '#api/system-queries.ts';
import { useMay } from '#app/session-store.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { linesOfSystem } from '../deletion/use-lines.ts';
import { placePath, useConfigurationPlace } from '../page/configuration-address.ts';
import { EntryList } from '../page/EntryList.tsx';
import { EntryTable } from '../page/EntryTable.tsx';
import { filterEntries } from '../page/filter-entries.ts';
import { ListHead } from '../page/ListHead.tsx';
import { NewEntryForm } from '../page/NewEntryForm.tsx';
import classes from '../page/page.module.css';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';

const SystemPanel = lazy(() => import('./SystemPanel.tsx').then((part) => ({ default: part.SystemPanel })));

type System = systems.System;
const idOf = ({ systemId }: System) => systemId;
const nameOf = ({ name }: System) => name;
const detailOf = ({ systemDefinition }: System) => systemDefinition.name;

/** 'Configure new systems': systems by name, what stands in their slots, and what else is known of them. */
export function SystemSetup() {
  const { place, open, close } = useConfigurationPlace();
  const mayView = useMay(permissionId('Systems', 'View'));
  const mayCreate = useMay(permissionId('Systems', 'Create'));
  const mayDelete = useMay(permissionId('Systems', 'Delete'));
  const { data, error, refetch } = useQuery({ ...systemListQuery, enabled: mayView });
  const search = useDeferredValue(place.search);
  const shown = useMemo(() => data && filterEntries(data, search, (entry) => [entry.name]), [data, search]);
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<System>();
  const count = shown && data && { shown: shown.length, total: data.length };
  const selected = data?.find((system) => idOf(system) === place.id);

  const actions = useCallback(
    (system: System, tabIndex: 0 | -1) => (
      <>
        <Button
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={`Edit ${system.name}`}
          onClick={() => open(idOf(system))}
        >
          Edit
        </Button>
        <Button
          component={Link}
          href={`/systems/${system.systemId}/dashboard`}
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={`Dashboard of ${system.name}`}
        >
          Dashboard
        </Button>
        {mayDelete ? (
          <Button
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`Delete ${system.name}`}
            onClick={() => setDeleted(system)}
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
      <EmptyState title="You are missing permissions to view systems.">
        Ask an administrator for the permission SystemsView, then reload.
      </EmptyState>
    );
  }
  return (
    <>
      <ListHead title="Configure new systems" count={count}>
        {mayCreate && !isAdding ? (
          <Button
            className={classes.end ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add new system
          </Button>
        ) : null}
      </ListHead>
      {isAdding ? <NewSystem onDone={() => setAdding(false)} /> : null}
      <EntryList
        what="systems"
        count={count}
        error={error}
        onRetry={() => void refetch()}
        emptyHint="A system is made of assets, each in its slot. Its dashboards read the values of all of them."
      >
        <EntryTable
          label="Systems"
          rows={shown ?? []}
          idOf={idOf}
          nameOf={nameOf}
          detailOf={detailOf}
          actions={actions}
          actionsWidth={290}
          selectedId={place.id}
        />
      </EntryList>
      <Suspense>
        {selected ? (
          <SystemPanel key={idOf(selected)} system={selected} all={data ?? []} onClose={() => close()} />
        ) : null}
      </Suspense>
      {deleted ? (
        <DeleteDialog
          name={deleted.name}
          findUses={async () => linesOfSystem(idOf(deleted), (await refetch()).data ?? [])}
          onDelete={() => callApi(systems.deleteSystem, { params: { systemId: idOf(deleted) } })}
          reload={[systemListQuery.queryKey]}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  );
}

function NewSystem({ onDone }: { onDone: () => void }) {
  const { open } = useConfigurationPlace();
  const { change } = useChange();
  const zone = useZone();
  const mayList = useMay(permissionId('SystemDefinitions', 'View'));
  const kinds = useQuery({ ...systemDefinitionListQuery, enabled: mayList }).data;
  const [kind, setKind] = useState<string | null>(null);
  const only = kinds?.length === 1 ? String(kinds[0]?.systemDefinitionId) : null;
  const chosen = kind ?? only;

  if (!mayList || kinds?.length === 0) {
    return (
      <EmptyState title="There are no system definitions yet.">
        <Link href={placePath({ subpage: 'systemdefinitions' })}>Set up the first one</Link> to say which slots the
        system has.
      </EmptyState>
    );
  }
  return (
    <NewEntryForm
      label="Add new system"
      isComplete={chosen !== null}
      onCancel={onDone}
      onAdd={async (name) => {
        const systemDefinitionId = Number(chosen) as SystemDefinitionId;
        const made = await callApi(systems.saveSystem, { body: { name, systemDefinitionId } });
        await change({ said: `${name} was added.`, reload: [systemListQuery.queryKey], make: async () => made });
        onDone();
        open(made.systemId);
      }}
    >
      <div className={classes.newKind}>
        <DynamicForm
          fields={[
            {
              type: 'enum',
              name: 'kind',
              label: 'System definition',
              required: true,
              options: (kinds ?? []).map((one) => ({ value: String(one.systemDefinitionId), label: one.name })),
            },
          ]}
          values={{ kind: chosen }}
          onChange={(_, value) => setKind(typeof value === 'string' ? value : null)}
          zone={zone}
        />
      </div>
    </NewEntryForm>
  );
}
