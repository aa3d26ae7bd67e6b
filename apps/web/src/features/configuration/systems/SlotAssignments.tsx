import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { systems } from '@telltale/contract';
import { assetListQuery } from '#api/asset-queries.ts';
import panel from '../definitions/panel.module.css';
import { type Assignments, assetChoices, type SlotChoice, systemChoices } from './slot-choices.ts';
import classes from './systems.module.css';

interface SlotAssignmentsProps {
  system: systems.System;
  all: readonly systems.System[];
  assignments: Assignments;
  isEditable: boolean;
  onChange: (slotId: number, assignment: { assetId: number | null; systemId: number | null }) => void;
}

/** What stands in each slot: an asset, or a system whose own slots are shown below. */
export function SlotAssignments({ system, all, assignments, isEditable, onChange }: SlotAssignmentsProps) {
  const assetList = useQuery(assetListQuery).data ?? [];
  const { slots } = system.systemDefinition;
  return (
    <section aria-label="Slots">
      <h3 className={panel.heading}>Slots</h3>
      {slots.length === 0 ? (
        <p className={panel.note}>The definition {system.systemDefinition.name} has no slots yet.</p>
      ) : null}
      <div className={classes.slots}>
        {slots.map((slot) => {
          const { assetId = null, systemId = null } = assignments.get(slot.slotId) ?? {};
          const isSystem = slot.systemDefinitionId !== null;
          const choices = isSystem
            ? systemChoices(slot, system, all)
            : assetChoices(slot, system, assignments, all, assetList);
          const value = isSystem ? systemId : assetId;
          const nested = isSystem ? all.find((other) => other.systemId === systemId) : undefined;
          return (
            <div key={slot.slotId} className={classes.slot}>
              <SlotSelect
                slot={slot}
                choices={choices}
                value={value === null ? null : String(value)}
                isEditable={isEditable}
                onChange={(chosen) => {
                  const id = chosen === null ? null : Number(chosen);
                  onChange(slot.slotId, isSystem ? { assetId: null, systemId: id } : { assetId: id, systemId: null });
                }}
              />
              {nested ? <NestedSlots system={nested} all={all} depth={0} /> : null}
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface SlotSelectProps {
  slot: systems.Slot;
  choices: readonly SlotChoice[];
  value: string | null;
  isEditable: boolean;
  onChange: (value: string | null) => void;
}

function SlotSelect({ slot, choices, value, isEditable, onChange }: SlotSelectProps) {
  const kind = slot.systemDefinitionId !== null ? 'system' : 'asset';
  const isNothing = slot.systemDefinitionId === null && slot.assetDefinitionId === null;
  const marks = [...(slot.critical ? ['critical'] : []), ...(slot.exclusive ? ['exclusive'] : [])].join(', ');
  const blocked = choices.filter(({ reason }) => reason !== undefined);
  // What is out of sight stands there as an id (spec 3 §13), and stays when the system is saved.
  const isUnseen = value !== null && choices.every((choice) => choice.value !== value);
  const data = [
    ...(isUnseen ? [{ value, label: `${kind} ${value} (out of your sight)` }] : []),
    ...choices.map(({ value: id, label, reason }) => ({
      value: id,
      label: reason === undefined ? label : `${label} – ${reason}`,
      disabled: reason !== undefined && id !== value,
    })),
  ];
  return (
    <Select
      label={marks === '' ? slot.name || 'Unnamed slot' : `${slot.name || 'Unnamed slot'} (${marks})`}
      placeholder={isNothing ? 'The slot is for nothing yet' : 'Empty'}
      description={blocked.length > 0 && choices.length === blocked.length ? blocked[0]?.reason : undefined}
      nothingFoundMessage={`There is no ${kind} for this slot.`}
      data={data}
      searchable
      clearable
      limit={200}
      disabled={!isEditable || isNothing}
      value={value}
      onChange={onChange}
    />
  );
}

/** Deeper than any sensible system, and the end of one that contains itself. */
const MAX_DEPTH = 8;

function NestedSlots({
  system,
  all,
  depth,
}: {
  system: systems.System;
  all: readonly systems.System[];
  depth: number;
}) {
  if (depth > MAX_DEPTH) return null;
  return (
    <ul className={classes.nested}>
      {system.systemDefinition.slots.map((slot) => {
        const there = system.currentSlotAssignments.find(({ slotId }) => slotId === slot.slotId);
        const inner = all.find((other) => other.systemId === there?.systemId);
        return (
          <li key={slot.slotId}>
            <span className={panel.note}>{slot.name}:</span> {inner?.name ?? there?.assetAlias ?? placeText(there)}
            {inner ? <NestedSlots system={inner} all={all} depth={depth + 1} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function placeText(there: systems.SlotAssignment | undefined): string {
  if (there?.assetId != null) return `asset ${there.assetId}`;
  return there?.systemId != null ? `system ${there.systemId}` : 'empty';
}
