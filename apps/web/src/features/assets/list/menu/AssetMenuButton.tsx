import { permissionId } from '@telltale/contract';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '#session/session-store.ts';
import { MoreButton } from '#ui/table/MoreButton.tsx';
import type { AssetRow } from '../asset-list.ts';

const AssetMenu = lazy(() => import('./AssetMenu.tsx').then((part) => ({ default: part.AssetMenu })));

const MAY_MODIFY = permissionId('Assets', 'Modify');

/** Whether the user may change assets. */
export function useMayModify(): boolean {
  return useMay(MAY_MODIFY);
}

interface AssetMenuButtonProps {
  row: AssetRow;
  /** Whether Tab stops at it. */
  isTabStop: boolean;
}

/** What can be done with one asset of the list. The menu is loaded with its first use. */
export function AssetMenuButton({ row, isTabStop }: AssetMenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  const button = <MoreButton name={row.name} size={28} isTabStop={isTabStop} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AssetMenu row={row}>{button}</AssetMenu>
    </Suspense>
  );
}
