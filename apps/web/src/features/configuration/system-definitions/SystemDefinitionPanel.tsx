import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { permissionId, systems } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { callApi } from '#api/client.ts';
import { definitionListQuery } from '#api/definition-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { systemDefinitionListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { SidePanel } from '../page/SidePanel.tsx';
import { useChange } from '../page/use-change.ts';
import { SlotTable } from './SlotTable.tsx';
import {
  type DefinitionEdits,
  edited,
  editSlot,
  fittingDefinitions,
  isEdited,
  newSlotName,
  noEdits,
} from './slot-edits.ts';

interface SystemDefinitionPanelProps {
  /** As it is stored. */
  definition: systems.SystemDefinition;
  all: readonly systems.SystemDefinition[];
  onClose: () => void;
}

/** A kind of system: name, alias, description and its slots. A new slot is saved at once, all else with Save. */
export function SystemDefinitionPanel({ definition, all, onClose }: SystemDefinitionPanelProps) {
  const { systemDefinitionId } = definition;
  const [edits, setEdits] = useState<DefinitionEdits>(noEdits);
  const mayModify = useMay(permissionId('SystemDefinitions', 'Modify'));
  const mayAddSlots = useMay(permissionId('Slots', 'Create'));
  const assetDefinitions = useQuery(definitionListQuery).data ?? [];
  const { change, isBusy, problem } = useChange();
  const shown = edited(definition, edits);
  const isChanged = isEdited(definition, edits);
  const reload = [systemDefinitionListQuery.queryKey, queryKeys.systems];

  const put = (fields: DefinitionEdits['fields']) =>
    setEdits((before) => ({ ...before, fields: { ...before.fields, ...fields } }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isBusy) return;
    const stored = await change({
      said: `${shown.name} was saved.`,
      reload,
      make: () => callApi(systems.saveSystemDefinition, { body: { ...shown, slots: [...shown.slots] } }),
    });
    // What was typed while it was being saved stays.
    if (stored) setEdits((now) => (now === edits ? noEdits : now));
  };
  const addSlot = () =>
    change({
      reload,
      make: () =>
        callApi(systems.saveSlots, {
          body: [{ name: newSlotName(shown.slots), parentSystemDefinitionId: systemDefinitionId }],
        }),
    });
  const deleteSlot = async ({ slotId, name }: systems.Slot) => {
    const message = `The slot ${name} will be deleted. Are you sure?`;
    await change({
      ask: { title: 'Delete slot', message, confirmLabel: 'Delete' },
      said: `The slot ${name} was deleted.`,
      reload,
      make: () => callApi(systems.deleteSlot, { params: { slotId } }),
    });
  };

  return (
    <SidePanel title={`${definition.name.toUpperCase()} SLOTS`} isDirty={() => isChanged} onClose={onClose}>
      <form className={panel.plain} aria-label="System definition" onSubmit={(event) => void save(event)}>
        <div className={panel.fields}>
          <TextInput
            className={panel.half ?? ''}
            label="Name"
            required
            maxLength={255}
            disabled={!mayModify}
            value={shown.name}
            onChange={(event) => put({ name: event.currentTarget.value })}
          />
          <TextInput
            className={panel.half ?? ''}
            label="Alias"
            maxLength={255}
            disabled={!mayModify}
            value={shown.alias}
            onChange={(event) => put({ alias: event.currentTarget.value })}
          />
          <Textarea
            className={panel.whole ?? ''}
            label="Description"
            rows={2}
            resize="vertical"
            maxLength={10_000}
            disabled={!mayModify}
            value={shown.description}
            onChange={(event) => put({ description: event.currentTarget.value })}
          />
        </div>
        <div className={panel.bar}>
          <h3 className={panel.heading}>Slots</h3>
          {mayAddSlots ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              loading={isBusy}
              onClick={() => void addSlot()}
            >
              Add slot
            </Button>
          ) : null}
        </div>
        <SlotTable
          slots={shown.slots}
          systemChoices={fittingDefinitions(systemDefinitionId, all)}
          assetDefinitions={assetDefinitions}
          onChange={(slotId, slot) => setEdits((before) => editSlot(before, slotId, slot))}
          onDelete={(slot) => void deleteSlot(slot)}
        />
        <Problem text={problem} />
        <Group gap="xs">
          {isChanged ? (
            <Button type="submit" loading={isBusy} disabled={shown.name.trim() === ''}>
              Save
            </Button>
          ) : null}
          <Button
            variant="default"
            onClick={() => {
              setEdits(noEdits);
              onClose();
            }}
          >
            Cancel
          </Button>
        </Group>
      </form>
    </SidePanel>
  );
}
