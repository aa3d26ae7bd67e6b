import { Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useContext } from 'react';
import type { MenuButton } from '#ui/menu/LateMenu.tsx';
import { OpeningMenu } from '#ui/menu/OpeningMenu.tsx';
import { AssetDialogContext } from '../asset-dialog.ts';
import { keepListPreferences, useListPreferences } from './list-preferences.ts';

/** The menu of the list. */
export function ListMenuItems({ button }: { button: MenuButton }) {
  const openDialog = useContext(AssetDialogContext);
  const { compactAssetRow } = useListPreferences();
  return (
    <OpeningMenu button={button} position="bottom-start">
      <Menu.CheckboxItem
        checked={compactAssetRow}
        onChange={() => keepListPreferences({ compactAssetRow: !compactAssetRow })}
      >
        Compact rows
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<IconColumns3 size={16} />} onClick={() => openDialog({ kind: 'columns' })}>
        Attribute columns…
      </Menu.Item>
    </OpeningMenu>
  );
}
