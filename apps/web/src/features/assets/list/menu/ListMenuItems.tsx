import { Menu } from '@mantine/core';
import { IconColumns3, IconDownload, IconFileUpload, IconListCheck } from '@tabler/icons-react';
import { permissionId } from '@telltale/contract';
import { useContext } from 'react';
import { useMayChangeOwn } from '#session/own-attributes.ts';
import { useMay } from '#session/session-store.ts';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import { saveFile } from '#ui/save-file.ts';
import { AssetDialogContext } from '../../asset-dialog.ts';
import { listCsv } from '../../file/list-csv.ts';
import { SelectionContext } from '../../many/selection.ts';
import { useMayCreate } from '../../NewAssetButton.tsx';
import type { AssetRow } from '../asset-list.ts';
import { keepListPreferences, useListPreferences } from '../list-preferences.ts';
import { useMayModify } from './AssetMenuButton.tsx';

const MAY_CHANGE_ATTRIBUTES = permissionId('Attributes', 'Modify');
const MAY_DELETE = permissionId('Assets', 'Delete');

interface ListMenuItemsProps {
  button: MenuButton;
  /** What the filter lets through. */
  rows: readonly AssetRow[];
}

/** The menu of the list. */
export function ListMenuItems({ button, rows }: ListMenuItemsProps) {
  const openDialog = useContext(AssetDialogContext);
  const { ids, set } = useContext(SelectionContext);
  const mayChangeOwn = useMayChangeOwn();
  const { compactAssetRow } = useListPreferences();
  const [mayCreate, mayModify] = [useMayCreate(), useMayModify()];
  const [mayChangeAttributes, mayDelete] = [useMay(MAY_CHANGE_ATTRIBUTES), useMay(MAY_DELETE)];
  return (
    <OpeningMenu button={button} position="bottom-start">
      <Menu.CheckboxItem
        checked={compactAssetRow}
        onChange={() => keepListPreferences({ compactAssetRow: !compactAssetRow })}
      >
        Compact rows
      </Menu.CheckboxItem>
      {mayChangeOwn ? (
        <Menu.Item leftSection={<IconColumns3 size={16} />} onClick={() => openDialog({ kind: 'columns' })}>
          Attribute columns…
        </Menu.Item>
      ) : null}
      {mayChangeAttributes || mayModify || mayDelete ? (
        <Menu.Item leftSection={<IconListCheck size={16} />} onClick={() => set(ids ?? new Set())}>
          Select assets
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile(listCsv(rows), 'assets.csv', 'text/csv;charset=utf-8')}
      >
        Save the list as CSV
      </Menu.Item>
      {mayCreate || mayModify ? (
        <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => openDialog({ kind: 'import' })}>
          Create or update from CSV…
        </Menu.Item>
      ) : null}
    </OpeningMenu>
  );
}
