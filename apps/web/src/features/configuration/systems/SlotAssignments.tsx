import { Select } from '@mantine/core';
import type { systems } from '@telltale/contract';
import panel from '../definitions/panel.module.css';
import { AssetSlot } from './AssetSlot.tsx';
import { type Assignments, slotLabel, slotOptions, systemChoices } from './slot-choices.ts';
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
          const nested = isSystem ? all.find((other) => other.systemId === systemId) : undefined;
          return (
            <div key={slot.slotId} className={classes.slot}>
              {isSystem ? (
                <SystemSlot
                  slot={slot}
                  system={system}
                  all={all}
                  value={systemId}
                  isEditable={isEditable}
                  onChange={(chosen) => onChange(slot.slotId, { assetId: null, systemId: chosen })}
                />
              ) : (
                <AssetSlot
                  slot={slot}
                  system={system}
                  all={all}
                  assignments={assignments}
                  value={assetId}
                  isEditable={isEditable}
                  onChange={(chosen) => onChange(slot.slotId, { assetId: chosen, systemId: null })}
                />
              )}
              {nested ? <NestedSlots system={nested} all={all} depth={0} /> : null}
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface SystemSlotProps {
  slot: systems.Slot;
  system: systems.System;
  all: readonly systems.System[];
  value: number | null;
  isEditable: boolean;
  onChange: (systemId: number | null) => void;
}

function SystemSlot({ slot, system, all, value, isEditable, onChange }: SystemSlotProps) {
  return (
    <Select
      label={slotLabel(slot)}
      placeholder="Empty"
      nothingFoundMessage="There is no system for this slot."
      data={slotOptions(systemChoices(slot, system, all), value, 'system')}
      searchable
      clearable
      limit={200}
      disabled={!isEditable}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
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
