import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { definitions, permissionId } from '@telltale/contract';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { useMay } from '#app/session-store.ts';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import deletion from '../deletion/deletion.module.css';
import { linesOfDefinition } from '../deletion/use-lines.ts';
import { type PanelName, placePath, useConfigurationPlace } from '../page/configuration-address.ts';
import { EntryList } from '../page/EntryList.tsx';
import { EntryTable } from '../page/EntryTable.tsx';
import { filterEntries } from '../page/filter-entries.ts';
import { ListHead } from '../page/ListHead.tsx';
import { NewEntryForm } from '../page/NewEntryForm.tsx';
import classes from '../page/page.module.css';
import { useChange } from '../page/use-change.ts';

const DefinitionPanel = lazy(() => import('./DefinitionPanel.tsx').then((part) => ({ default: part.DefinitionPanel })));

type AssetDefinition = definitions.AssetDefinition;
const idOf = ({ assetDefinitionId }: AssetDefinition) => assetDefinitionId;
const nameOf = ({ assetDefinitionName }: AssetDefinition) => assetDefinitionName;
const detailOf = ({ alias }: AssetDefinition) => alias;

const panels: readonly { panelName: PanelName; label: string; permission: number }[] = [
  { panelName: 'alarms', label: 'Alarms', permission: permissionId('Alarms', 'View') },
  { panelName: 'dataitems', label: 'Data items', permission: permissionId('DataItems', 'View') },
  { panelName: 'events', label: 'Events/Maintenance', permission: permissionId('Events', 'View') },
];

/** 'Asset definitions': the kinds of equipment, each with its alarms, data items and events. */
export function AssetDefinitions() {
  const { place, close } = useConfigurationPlace();
  const mayCreate = useMay(permissionId('AssetDefinitions', 'Create'));
  const { data, error, refetch } = useQuery(definitionListQuery);
  const search = useDeferredValue(place.search);
  const shown = useMemo(() => data && filterEntries(data, search, (entry) => [nameOf(entry)]), [data, search]);
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<AssetDefinition>();
  const actions = useDefinitionActions(setDeleted);
  const selected = data?.find((definition) => idOf(definition) === place.id);
  const count = shown && data && { shown: shown.length, total: data.length };

  return (
    <>
      <ListHead title="Asset definitions" count={count}>
        {mayCreate && !isAdding ? (
          <Button
            className={classes.end ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add new asset definition
          </Button>
        ) : null}
      </ListHead>
      {isAdding ? <NewDefinition onDone={() => setAdding(false)} /> : null}
      <EntryList
        what="asset definitions"
        count={count}
        error={error}
        onRetry={() => void refetch()}
        emptyHint="A definition says what a kind of equipment measures, when it alarms and what can happen to it."
      >
        <EntryTable
          label="Asset definitions"
          rows={shown ?? []}
          idOf={idOf}
          nameOf={nameOf}
          detailOf={detailOf}
          actions={actions}
          actionsWidth={420}
          selectedId={place.id}
        />
      </EntryList>
      <Suspense>
        {selected && place.panelName ? (
          <DefinitionPanel
            key={`${idOf(selected)} ${place.panelName}`}
            definition={selected}
            panelName={place.panelName}
            onClose={() => close(idOf(selected))}
          />
        ) : null}
      </Suspense>
      {deleted ? (
        <DeleteDialog
          name={nameOf(deleted)}
          findUses={async () =>
            linesOfDefinition(
              await callApi(definitions.getAssetDefinitionUses, { params: { assetDefinitionId: idOf(deleted) } }),
            )
          }
          onDelete={() => callApi(definitions.deleteAssetDefinition, { params: { assetDefinitionId: idOf(deleted) } })}
          reload={[definitionListQuery.queryKey]}
          onClose={() => setDeleted(undefined)}
          wayOut={
            <Link className={deletion.wayOut ?? ''} href={placePath({ subpage: 'assets', search: nameOf(deleted) })}>
              Show its assets
            </Link>
          }
        />
      ) : null}
    </>
  );
}

function useDefinitionActions(onDelete: (definition: AssetDefinition) => void) {
  const { open } = useConfigurationPlace();
  const mayAlarms = useMay(panels[0]?.permission);
  const mayDataItems = useMay(panels[1]?.permission);
  const mayEvents = useMay(panels[2]?.permission);
  const mayDelete = useMay(permissionId('AssetDefinitions', 'Delete'));
  const allowed = useMemo(
    () => panels.filter((_, index) => [mayAlarms, mayDataItems, mayEvents][index]),
    [mayAlarms, mayDataItems, mayEvents],
  );
  return useCallback(
    (definition: AssetDefinition, tabIndex: 0 | -1) => (
      <>
        {allowed.map(({ panelName, label }) => (
          <Button
            key={panelName}
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`${label} of ${nameOf(definition)}`}
            onClick={() => open(idOf(definition), panelName)}
          >
            {label}
          </Button>
        ))}
        {mayDelete ? (
          <Button
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`Delete ${nameOf(definition)}`}
            onClick={() => onDelete(definition)}
          >
            Delete
          </Button>
        ) : null}
      </>
    ),
    [allowed, mayDelete, open, onDelete],
  );
}

function NewDefinition({ onDone }: { onDone: () => void }) {
  const { open } = useConfigurationPlace();
  const { change } = useChange();
  return (
    <NewEntryForm
      label="Add new asset definition"
      onCancel={onDone}
      onAdd={async (assetDefinitionName) => {
        const made = await callApi(definitions.createAssetDefinition, { body: { assetDefinitionName } });
        await change({
          said: `${assetDefinitionName} was added.`,
          reload: [definitionListQuery.queryKey],
          make: async () => made,
        });
        open(made.assetDefinitionId);
        onDone();
      }}
    />
  );
}
