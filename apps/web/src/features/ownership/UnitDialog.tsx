import { Modal, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import { treeOptions } from '#ui/access/group-tree.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import { NameForm } from '#ui/form/NameForm.tsx';
import { unitTree } from './unit-tree.ts';

export interface UnitDialogRequest {
  /** Undefined: a new unit. */
  readonly unit?: ownership.AdminUnit;
  /** The unit above; null of the unit that has none. */
  readonly parentAdminId: number | null;
}

interface UnitDialogProps {
  request: UnitDialogRequest;
  units: readonly ownership.AdminUnit[];
  onClose: () => void;
}

/** Creates an admin unit, renames it or hangs it below another. */
export function UnitDialog({ request: { unit, parentAdminId }, units, onClose }: UnitDialogProps) {
  const client = useQueryClient();
  const [parent, setParent] = useState(parentAdminId);
  const isTop = unit !== undefined && parentAdminId === null;
  const save = async (adminName: string) => {
    const moved = parent === null || parent === unit?.parentAdminId ? {} : { parentAdminId: parent };
    await callApi(ownership.saveAdminUnits, { body: [{ adminId: unit?.adminId ?? 0, adminName, ...moved }] });
    await client.invalidateQueries({ queryKey: adminUnitsQuery.queryKey });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={unit ? `Edit ${unit.adminName}` : 'New admin unit'} size="sm">
      <NameForm
        name={unit?.adminName ?? ''}
        missing="An admin unit needs a name."
        submitLabel={unit ? 'Save' : 'Create admin unit'}
        onSubmit={(name) => refusalOf(save(name))}
        onCancel={onClose}
      >
        {isTop ? null : (
          <Select
            label="Below"
            description="Administrators of the unit above see this one as well."
            searchable
            allowDeselect={false}
            renderOption={renderTreeOption}
            data={treeOptions(unitTree(units).filter(({ record }) => record.id !== unit?.adminId))}
            value={parent === null ? null : String(parent)}
            onChange={(value) => setParent(value === null ? null : Number(value))}
          />
        )}
      </NameForm>
    </Modal>
  );
}
