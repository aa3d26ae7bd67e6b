import { Menu } from '@mantine/core';
import { IconKey, IconPencil, IconPlugConnected } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { setUi } from '#actions/ui-store.ts';
import type { AssetRow } from './asset-list.ts';
import { useMayCreate } from './NewAssetButton.tsx';
import { useNewAccessToken } from './use-new-access-token.ts';

interface AssetMenuProps {
  row: AssetRow;
  /** The button that it hangs on. */
  children: ReactElement;
}

/** The menu of one asset; open from the start, because a click made it appear. */
export function AssetMenu({ row, children }: AssetMenuProps) {
  const renew = useNewAccessToken();
  const mayCreate = useMayCreate();
  const [, navigate] = useLocation();
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{children}</Menu.Target>
      {/* A click beside an entry is no click on the row below the menu. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setUi({ assetPanel: row.assetId })}>
          Edit…
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => void renew(row)}>
          New access token…
        </Menu.Item>
        {mayCreate ? (
          <Menu.Item
            leftSection={<IconPlugConnected size={16} />}
            onClick={() => navigate(`/connect/asset/${row.assetId}`)}
          >
            Connect its device
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
