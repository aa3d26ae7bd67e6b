import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AssetId, permissionId, type SlotId, type SystemId, systems } from '@telltale/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { callApi } from '#api/client.ts';
import { systemListQuery, systemTreeQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { DynamicForm } from '#ui/dynamic-form/DynamicForm.tsx';
import type { FormField } from '#ui/dynamic-form/form-field.ts';
import panel from '../definitions/panel.module.css';
import { Problem } from '../page/Problem.tsx';
import { SidePanel } from '../page/SidePanel.tsx';
import { useChange } from '../page/use-change.ts';
import { useZone } from '../page/use-zone.ts';
import { AliasRows } from './AliasRows.tsx';
import { LinkRows } from './LinkRows.tsx';
import { SlotAssignments } from './SlotAssignments.tsx';
import { type Assignments, assignmentBody, assignmentsOf, isSameAssignments } from './slot-choices.ts';
import {
  faultOfTimes,
  JOB_END,
  JOB_START,
  readAttributes,
  type SystemAttributes,
  writeAttributes,
} from './system-attributes.ts';
import { treeItems } from './tree-items.ts';

const fields: readonly FormField[] = [
  { type: 'text', name: 'name', label: 'Name', required: true, maxLength: 255 },
  { type: 'separator', label: 'Job' },
  { type: 'datetime', name: 'jobStart', label: JOB_START },
  { type: 'datetime', name: 'jobEnd', label: JOB_END },
];

interface SystemPanelProps {
  /** As it is stored. */
  system: systems.System;
  all: readonly systems.System[];
  onClose: () => void;
}

/** A system: its name, what stands in its slots, the times of its job, and names and links of its own. */
export function SystemPanel({ system, all, onClose }: SystemPanelProps) {
  const zone = useZone();
  const { systemId, systemDefinitionId, systemDefinition } = system;
  const [name, setName] = useState<string>();
  const [typed, setTyped] = useState<Partial<SystemAttributes>>({});
  const [assigned, setAssigned] = useState<Assignments>();
  const mayModify = useMay(permissionId('Systems', 'Modify'));
  const mayAssign = useMay(permissionId('SlotAssignments', 'Modify')) && mayModify;
  const { change, isBusy, problem } = useChange();
  const tree = useQuery(systemTreeQuery(systemId)).data;
  const items = useMemo(() => treeItems(tree), [tree]);

  const stored = useMemo(() => readAttributes(system.attributes), [system]);
  const attributes = { ...stored, ...typed };
  const assignments = assigned ?? assignmentsOf(system);
  const shownName = name ?? system.name;
  const isOtherAttributes = JSON.stringify(attributes) !== JSON.stringify(stored);
  const isOtherSlots = !isSameAssignments(assignments, assignmentsOf(system));
  const isChanged = shownName !== system.name || isOtherAttributes || isOtherSlots;
  const fault = faultOfTimes(attributes);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isBusy || fault !== undefined) return;
    const body = {
      systemId,
      name: shownName.trim(),
      systemDefinitionId,
      attributes: writeAttributes(system.attributes, attributes),
      currentSlotAssignments: assignmentBody(assignments).map((one) => ({
        slotId: one.slotId as SlotId,
        assetId: one.assetId as AssetId | null,
        systemId: one.systemId as SystemId | null,
      })),
    };
    const saved = await change({
      said: `${body.name} was saved.`,
      reload: [systemListQuery.queryKey],
      make: () => callApi(systems.saveSystem, { body }),
    });
    if (!saved) return;
    // What was typed while it was being saved stays.
    setName((now) => (now === name ? undefined : now));
    setTyped((now) => (now === typed ? {} : now));
    setAssigned((now) => (now === assigned ? undefined : now));
  };

  return (
    <SidePanel
      title={`${system.name.toUpperCase()} ${systemDefinition.name.toUpperCase()}`}
      isDirty={() => isChanged}
      onClose={onClose}
    >
      <form className={panel.plain} aria-label="System" onSubmit={(event) => void save(event)}>
        <DynamicForm
          fields={fields}
          values={{ name: shownName, jobStart: attributes.jobStart, jobEnd: attributes.jobEnd }}
          errors={{ jobEnd: fault }}
          disabled={!mayModify}
          zone={zone}
          onChange={(field, value) => {
            const text = typeof value === 'string' ? value : null;
            if (field === 'name') setName(text ?? '');
            else setTyped((before) => ({ ...before, [field]: text }));
          }}
        />
        <SlotAssignments
          system={system}
          all={all}
          assignments={assignments}
          isEditable={mayAssign}
          onChange={(slotId, assignment) => setAssigned(new Map(assignments).set(slotId, assignment))}
        />
        <AliasRows
          rows={attributes.aliases}
          items={items}
          isEditable={mayModify}
          onChange={(aliases) => setTyped((before) => ({ ...before, aliases }))}
        />
        <LinkRows
          rows={attributes.links}
          isEditable={mayModify}
          onChange={(links) => setTyped((before) => ({ ...before, links }))}
        />
        <Problem text={problem} />
        <Group gap="xs">
          {isChanged ? (
            <Button type="submit" loading={isBusy} disabled={shownName.trim() === '' || fault !== undefined}>
              Save
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </SidePanel>
  );
}
