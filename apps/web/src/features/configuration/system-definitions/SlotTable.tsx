import { ActionIcon, Select, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type definitions, permissionId, type systems } from '@telltale/contract';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import type { SlotEdit } from './slot-edits.ts';
import classes from './slot-table.module.css';

interface SlotTableProps {
  slots: readonly systems.Slot[];
  systemChoices: { fitting: readonly systems.SystemDefinition[]; cyclic: readonly systems.SystemDefinition[] };
  assetDefinitions: readonly definitions.AssetDefinition[];
  onChange: (slotId: number, change: SlotEdit) => void;
  onDelete: (slot: systems.Slot) => void;
}

const idText = (id: number | null) => (id === null ? null : String(id));
const idOf = (text: string | null) => (text === null ? null : Number(text));

/** The slots of a kind of system: what each is called, and what belongs into it. On a phone one below the other. */
export function SlotTable({ slots, systemChoices, assetDefinitions, onChange, onDelete }: SlotTableProps) {
  const mayModify = useMay(permissionId('Slots', 'Modify'));
  const mayDelete = useMay(permissionId('Slots', 'Delete'));
  if (slots.length === 0) {
    return (
      <EmptyState title="There are no slots yet.">
        A slot is a place in the system: for an asset of one definition, or for a whole system.
      </EmptyState>
    );
  }
  const systemOptions = [
    ...systemChoices.fitting.map((one) => ({ value: String(one.systemDefinitionId), label: one.name })),
    ...systemChoices.cyclic.map((one) => ({
      value: String(one.systemDefinitionId),
      label: `${one.name} (would contain itself)`,
      disabled: true,
    })),
  ];
  const assetOptions = assetDefinitions.map((one) => ({
    value: String(one.assetDefinitionId),
    label: one.assetDefinitionName,
  }));
  return (
    <table className={classes.slots} aria-label="Slots">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">System Definition</th>
          <th scope="col">Asset Definition</th>
          <th scope="col">Critical?</th>
          <th scope="col">Exclusive?</th>
          <th aria-label="Delete" />
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => {
          const { slotId, name, systemDefinitionId, assetDefinitionId, critical, exclusive } = slot;
          const change = (part: SlotEdit) => onChange(slotId, part);
          const choice = { placeholder: '–', searchable: true, clearable: true, disabled: !mayModify } as const;
          return (
            <tr key={slotId}>
              <td data-label="Name">
                <TextInput
                  aria-label={`Name of slot ${name}`}
                  maxLength={255}
                  disabled={!mayModify}
                  value={name}
                  onChange={(event) => change({ name: event.currentTarget.value })}
                />
              </td>
              <td data-label="System Definition">
                <Select
                  aria-label={`System Definition of ${name}`}
                  {...choice}
                  data={systemOptions}
                  value={idText(systemDefinitionId)}
                  onChange={(value) => change({ systemDefinitionId: idOf(value) as typeof systemDefinitionId })}
                />
              </td>
              <td data-label="Asset Definition">
                <Select
                  aria-label={`Asset Definition of ${name}`}
                  {...choice}
                  data={assetOptions}
                  value={idText(assetDefinitionId)}
                  onChange={(value) => change({ assetDefinitionId: idOf(value) as typeof assetDefinitionId })}
                />
              </td>
              <td data-label="Critical?">
                <Switch
                  aria-label={`${name} is critical`}
                  disabled={!mayModify}
                  checked={critical}
                  onChange={(event) => change({ critical: event.currentTarget.checked })}
                />
              </td>
              <td data-label="Exclusive?">
                <Switch
                  aria-label={`${name} is exclusive`}
                  disabled={!mayModify}
                  checked={exclusive}
                  onChange={(event) => change({ exclusive: event.currentTarget.checked })}
                />
              </td>
              <td className={classes.tools}>
                {mayDelete ? (
                  <ActionIcon aria-label={`Delete slot ${name}`} onClick={() => onDelete(slot)}>
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
