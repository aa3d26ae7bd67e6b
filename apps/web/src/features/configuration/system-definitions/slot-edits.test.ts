import type { systems } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { edited, editSlot, fittingDefinitions, isEdited, newSlotName, noEdits } from './slot-edits.ts';

const aSlot = (slotId: number, part: object = {}) =>
  ({
    slotId,
    name: `Slot ${slotId}`,
    parentSystemDefinitionId: 1,
    systemDefinitionId: null,
    assetDefinitionId: null,
    critical: false,
    exclusive: false,
    ...part,
  }) as systems.Slot;
const aDefinition = (systemDefinitionId: number, slots: systems.Slot[] = []) =>
  ({
    systemDefinitionId,
    name: `D${systemDefinitionId}`,
    alias: '',
    description: '',
    slots,
  }) as systems.SystemDefinition;
const chosen = (id: number | null) => id as systems.Slot['systemDefinitionId'] & systems.Slot['assetDefinitionId'];

describe('a system definition being edited', () => {
  const stored = aDefinition(1, [aSlot(1, { assetDefinitionId: 5 }), aSlot(2)]);

  it('has in a slot a system or an asset: choosing one takes the other back', () => {
    const withSystem = editSlot(noEdits, 1, { systemDefinitionId: chosen(9) });
    expect(edited(stored, withSystem).slots[0]).toMatchObject({ systemDefinitionId: 9, assetDefinitionId: null });
    const back = editSlot(withSystem, 1, { assetDefinitionId: chosen(5) });
    expect(edited(stored, back)).toEqual(stored);
    const none = editSlot(noEdits, 1, { assetDefinitionId: null });
    expect(edited(stored, none).slots[0]).toMatchObject({ systemDefinitionId: null, assetDefinitionId: null });
  });

  it('counts as changed while something differs from what is stored', () => {
    expect(isEdited(stored, noEdits)).toBe(false);
    const named = { ...noEdits, fields: { name: 'Other' } };
    expect(isEdited(stored, named)).toBe(true);
    expect(isEdited(stored, { ...noEdits, fields: { name: stored.name } })).toBe(false);
    const critical = editSlot(noEdits, 2, { critical: true });
    expect(isEdited(stored, critical)).toBe(true);
    expect(isEdited(stored, editSlot(critical, 2, { critical: false }))).toBe(false);
  });

  it('keeps its edits when slots come and go', () => {
    const edits = editSlot(noEdits, 2, { name: 'Tank' });
    const more = aDefinition(1, [aSlot(2), aSlot(3)]);
    expect(edited(more, edits).slots.map(({ name }) => name)).toEqual(['Tank', 'Slot 3']);
    expect(isEdited(aDefinition(1), edits)).toBe(false);
  });

  it('offers no definition that would contain itself, over however many slots', () => {
    const inner = aDefinition(1);
    const middle = aDefinition(2, [aSlot(1, { systemDefinitionId: 1 })]);
    const outer = aDefinition(3, [aSlot(2, { systemDefinitionId: 2 })]);
    const other = aDefinition(4, [aSlot(3, { systemDefinitionId: 4 })]);
    const { fitting, cyclic } = fittingDefinitions(1, [inner, middle, outer, other]);
    expect(cyclic).toEqual([inner, middle, outer]);
    expect(fitting).toEqual([other]);
  });

  it('names a new slot by the first number that is free', () => {
    expect(newSlotName([])).toBe('Slot 1');
    expect(newSlotName([aSlot(1, { name: 'slot 3' }), aSlot(2)])).toBe('Slot 4');
  });
});
