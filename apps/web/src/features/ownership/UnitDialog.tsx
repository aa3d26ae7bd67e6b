import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
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
  const [adminName, setName] = useState(unit?.adminName ?? '');
  const [parent, setParent] = useState(parentAdminId);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isTop = unit !== undefined && parentAdminId === null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (adminName.trim() === '') {
      setError('An admin unit needs a name.');
      return;
    }
    setBusy(true);
    try {
      const moved = parent === null || parent === unit?.parentAdminId ? {} : { parentAdminId: parent };
      await callApi(ownership.saveAdminUnits, {
        body: [{ adminId: unit?.adminId ?? 0, adminName: adminName.trim(), ...moved }],
      });
      await client.invalidateQueries({ queryKey: adminUnitsQuery.queryKey });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} title={unit ? `Edit ${unit.adminName}` : 'New admin unit'} size="sm">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={255}
            autoComplete="off"
            value={adminName}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(undefined);
            }}
          />
          {isTop ? null : (
            <Select
              label="Below"
              description="Administrators of the unit above see this one as well."
              searchable
              allowDeselect={false}
              data={unitTree(units)
                .filter(({ record }) => record.id !== unit?.adminId)
                .map(({ record, depth }) => ({
                  value: String(record.id),
                  label: `${'\u2003'.repeat(depth)}${record.name}`,
                }))}
              value={parent === null ? null : String(parent)}
              onChange={(value) => setParent(value === null ? null : Number(value))}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {unit ? 'Save' : 'Create admin unit'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
