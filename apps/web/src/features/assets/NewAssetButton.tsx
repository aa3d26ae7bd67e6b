import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { permissionId } from '@telltale/contract';
import { useContext } from 'react';
import { Link } from 'wouter';
import { useActions } from '#actions/use-actions.ts';
import { useMay } from '#session/session-store.ts';
import frame from '#ui/page/page.module.css';
import { AssetDialogContext } from './asset-dialog.ts';

const MAY_CREATE = permissionId('Assets', 'Create');

/** Whether the user may create assets. */
export function useMayCreate(): boolean {
  return useMay(MAY_CREATE);
}

/** Begins a new asset; the same as an action. Nothing for those who may not. */
export function NewAssetButton() {
  const mayCreate = useMayCreate();
  const openDialog = useContext(AssetDialogContext);
  const begin = () => openDialog({ kind: 'new' });
  useActions(
    mayCreate
      ? [
          {
            id: 'assets.new',
            label: 'New asset',
            group: 'Assets',
            icon: IconPlus,
            keywords: 'add create',
            run: begin,
          },
        ]
      : [],
  );
  if (!mayCreate) return null;
  return (
    <div className={frame.actions}>
      <Button
        component={Link}
        href="/connect"
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
      >
        Connect a device
      </Button>
      <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={begin}>
        New asset
      </Button>
    </div>
  );
}
