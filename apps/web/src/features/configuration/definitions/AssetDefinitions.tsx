import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { definitions, permissionId } from '@telltale/contract';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { useMay } from '#session/session-store.ts';
import frame from '#ui/page/page.module.css';
import deletion from '../deletion/deletion.module.css';
import { linesOfDefinition } from '../deletion/use-lines.ts';
import { type PanelName, placePath, useConfigurationPlace } from '../page/configuration-address.ts';
import type { RowActions } from '../page/EntryTable.tsx';
import { type EntryKind, ListPage } from '../page/ListPage.tsx';
import { RowButton } from '../page/RowButton.tsx';
import { NewDefinition } from './NewDefinition.tsx';

const DefinitionPanel = lazy(() => import('./DefinitionPanel.tsx').then((part) => ({ default: part.DefinitionPanel })));
const FileDialog = lazy(() =>
  import('../definition-file/FileDialog.tsx').then((part) => ({ default: part.FileDialog })),
);

type AssetDefinition = definitions.AssetDefinition;
const kind: EntryKind<AssetDefinition> = {
  title: 'Asset definitions',
  many: 'asset definitions',
  group: 'AssetDefinitions',
  addLabel: 'Add new asset definition',
  queryKey: definitionListQuery.queryKey,
  emptyHint: 'A definition says what a kind of equipment measures, when it alarms and what can happen to it.',
  actionsWidth: 520,
  idOf: ({ assetDefinitionId }) => assetDefinitionId,
  nameOf: ({ assetDefinitionName }) => assetDefinitionName,
  detailOf: ({ alias }) => alias,
  pageOf: ({ assetDefinitionId }) => placePath({ subpage: 'assetdefinitions', id: assetDefinitionId }),
};

const panels: readonly { panelName: PanelName; label: string; permission: number }[] = [
  { panelName: 'alarms', label: 'Alarms', permission: permissionId('Alarms', 'View') },
  { panelName: 'dataitems', label: 'Data items', permission: permissionId('DataItems', 'View') },
  { panelName: 'events', label: 'Events/Maintenance', permission: permissionId('Events', 'View') },
  { panelName: 'commands', label: 'Commands', permission: permissionId('Commands', 'View') },
];

/** 'Asset definitions': the kinds of equipment, each with its alarms, data items, events and commands. */
export function AssetDefinitions() {
  const { place, close } = useConfigurationPlace();
  const list = useQuery(definitionListQuery);
  const actions = usePanelButtons();

  return (
    <ListPage
      kind={kind}
      list={list}
      actions={actions}
      tools={<FromFile />}
      newEntry={(onDone) => <NewDefinition label={kind.addLabel} onDone={onDone} />}
      deletion={({ assetDefinitionId, assetDefinitionName }) => {
        const params = { assetDefinitionId };
        return {
          findUses: async () => linesOfDefinition(await callApi(definitions.getAssetDefinitionUses, { params })),
          onDelete: () => callApi(definitions.deleteAssetDefinition, { params }),
          wayOut: (
            <Link
              className={deletion.wayOut ?? ''}
              href={placePath({ subpage: 'assets', search: assetDefinitionName })}
            >
              Show its assets
            </Link>
          ),
        };
      }}
      panel={(definition) =>
        place.panelName ? (
          <DefinitionPanel
            key={`${definition.assetDefinitionId} ${place.panelName}`}
            definition={definition}
            panelName={place.panelName}
            onClose={() => close()}
          />
        ) : null
      }
    />
  );
}

/** Makes a definition of a file that another portal has saved, or this one. */
function FromFile() {
  const mayCreate = useMay(permissionId('AssetDefinitions', 'Create'));
  const [isAsked, setAsked] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button
        className={frame.end ?? ''}
        variant="default"
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        From a file
      </Button>
      <Suspense>{isAsked ? <FileDialog onClose={() => setAsked(false)} /> : null}</Suspense>
    </>
  );
}

/** A button for each panel that the user may look into. */
function usePanelButtons(): RowActions<AssetDefinition> {
  const { open } = useConfigurationPlace();
  const mayAlarms = useMay(panels[0]?.permission);
  const mayDataItems = useMay(panels[1]?.permission);
  const mayEvents = useMay(panels[2]?.permission);
  const mayCommands = useMay(panels[3]?.permission);
  const allowed = useMemo(
    () => panels.filter((_, index) => [mayAlarms, mayDataItems, mayEvents, mayCommands][index]),
    [mayAlarms, mayDataItems, mayEvents, mayCommands],
  );
  return useCallback(
    ({ assetDefinitionId, assetDefinitionName }, tabIndex) =>
      allowed.map(({ panelName, label }) => (
        <RowButton
          key={panelName}
          label={`${label} of ${assetDefinitionName}`}
          tabIndex={tabIndex}
          onClick={() => open(assetDefinitionId, panelName)}
        >
          {label}
        </RowButton>
      )),
    [allowed, open],
  );
}
