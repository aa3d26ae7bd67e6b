import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { definitions, permissionId } from '@telltale/contract';
import { useCallback, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { addDetectedItems, detectedItemsQuery } from '#api/detected-items.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { type Change, useChange } from '../page/use-change.ts';
import { DataItemCsvForm } from './DataItemCsvForm.tsx';
import { DataItemForm } from './DataItemForm.tsx';
import { DescribeForm } from './DescribeForm.tsx';

type DataItem = definitions.DataItemDefinition;

interface DataItemToolsProps {
  assetDefinitionId: number;
  onDirty: (isDirty: boolean) => void;
  /** How many the definition has. */
  count: number;
  /** The one that is described in the place of adding others. */
  described: DataItem | undefined;
  onDescribed: () => void;
}

/** What is loaded again when data items of a definition change. */
export function useReload(assetDefinitionId: number) {
  return useMemo(() => [queryKeys.definition(assetDefinitionId), queryKeys.dataItems], [assetDefinitionId]);
}

/** Whether the user changes what data items of definitions are. */
export function useMayDescribe(): boolean {
  const mayCreate = useMay(permissionId('DataItems', 'Create'));
  return useMay(permissionId('DataItems', 'Modify')) && mayCreate;
}

/** Takes one data item out of its definition, once that was asked. */
export function useRemoveItem(
  assetDefinitionId: number,
  change: <Reply>(change: Change<Reply>) => Promise<Reply | undefined>,
): (item: DataItem) => Promise<void> {
  const reload = useReload(assetDefinitionId);
  return useCallback(
    async ({ dataItemId, label }) => {
      const message = `${label} leaves this definition. Its history stays, and it counts as detected again. Are you sure?`;
      await change({
        ask: { title: 'Remove data item', message, confirmLabel: 'Remove' },
        said: `${label} was removed from the definition.`,
        reload,
        make: () => callApi(definitions.removeDataItem, { params: { assetDefinitionId, dataItemId } }),
      });
    },
    [assetDefinitionId, change, reload],
  );
}

/** Adds data items to a definition: by label, from CSV, or all that were detected; and describes one of them. */
export function DataItemTools({ assetDefinitionId, onDirty, count, described, onDescribed }: DataItemToolsProps) {
  const mayCreate = useMay(permissionId('DataItems', 'Create'));
  const mayDelete = useMay(permissionId('DataItems', 'Delete'));
  const { change, isBusy, problem } = useChange();
  const [isCsv, setCsv] = useState(false);
  const reload = useReload(assetDefinitionId);
  const detected = useQuery({ ...detectedItemsQuery(assetDefinitionId), refetchOnMount: 'always' }).data;

  const addDetected = () => change({ reload, make: () => addDetectedItems(assetDefinitionId) });
  const removeAll = async () => {
    const message = `All ${count} data items leave this definition. Their history stays. Are you sure?`;
    await change({
      ask: { title: 'Remove All', message, confirmLabel: 'Remove All' },
      said: 'All data items were removed from the definition.',
      reload,
      make: () => callApi(definitions.importDataItems, { params: { assetDefinitionId }, body: [] }),
    });
  };
  return (
    <>
      {described ? (
        <DescribeForm
          key={described.dataItemId}
          assetDefinitionId={assetDefinitionId}
          item={described}
          reload={reload}
          onDirty={onDirty}
          onDone={onDescribed}
        />
      ) : mayCreate ? (
        <>
          {isCsv ? (
            <DataItemCsvForm assetDefinitionId={assetDefinitionId} reload={reload} onDirty={onDirty} />
          ) : (
            <DataItemForm assetDefinitionId={assetDefinitionId} reload={reload} onDirty={onDirty} />
          )}
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() => {
                onDirty(false);
                setCsv(!isCsv);
              }}
            >
              {isCsv ? 'Select data items' : 'Paste CSV'}
            </Button>
            <Button
              variant="default"
              loading={isBusy}
              disabled={detected?.length === 0}
              onClick={() => void addDetected()}
            >
              Add all detected
            </Button>
            {mayDelete ? (
              <Button variant="default" disabled={isBusy || count === 0} onClick={() => void removeAll()}>
                Remove All
              </Button>
            ) : null}
            <DetectedNote detected={detected} />
          </Group>
        </>
      ) : null}
      <Problem text={problem} />
    </>
  );
}

function DetectedNote({ detected }: { detected: readonly DataItem[] | undefined }) {
  if (detected === undefined) return null;
  const some = detected.slice(0, 3).map(({ label }) => label);
  const names = detected.length > some.length ? [...some, '…'] : some;
  return (
    <p className={panel.note}>
      {detected.length === 0 ? 'Nothing new was detected.' : `Detected: ${detected.length} (${names.join(', ')})`}
    </p>
  );
}
