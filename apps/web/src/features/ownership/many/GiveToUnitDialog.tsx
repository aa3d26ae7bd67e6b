import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { treeOptions } from '#ui/access/group-tree.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { unitTree } from '../unit-tree.ts';
import classes from './many-users.module.css';

interface GiveToUnitDialogProps {
  assetIds: readonly number[];
  changes: OwnershipChanges;
  onClose: () => void;
}

/** Gives the assets that the filter leaves to an admin unit, all or none. */
export function GiveToUnitDialog({ assetIds, changes, onClose }: GiveToUnitDialogProps) {
  const units = useQuery(adminUnitsQuery).data ?? [];
  const [unit, setUnit] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const count = assetIds.length.toLocaleString('en');
  const give = async (adminId: number) => {
    setBusy(true);
    const refusal = await refusalOf(changes.giveAssets(assetIds, adminId));
    setBusy(false);
    setProblem(refusal);
    if (refusal !== undefined) return;
    toast(`${count} ${assetIds.length === 1 ? 'asset belongs' : 'assets belong'} to the admin unit.`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Give ${count} assets to an admin unit`} size="md">
      <Stack gap="md">
        <p className={classes.sum}>
          Administrators of that unit see and change them, those of the unit before no more. Assets in groups that could
          not show them any more must be taken out first.
        </p>
        <Select
          label="Admin unit"
          searchable
          renderOption={renderTreeOption}
          data={treeOptions(unitTree(units))}
          value={unit}
          onChange={setUnit}
          data-autofocus
        />
        {problem === undefined ? null : (
          <p className={classes.fault} role="alert">
            {problem}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={unit === null} loading={isBusy} onClick={() => unit !== null && void give(Number(unit))}>
            Give {count}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
