import type { assets, systems } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { anAsset } from '#testing/portal-stub.ts';
import {
  assetChoices,
  assignmentBody,
  assignmentsOf,
  isSameAssignments,
  slotLabel,
  slotOptions,
  systemChoices,
} from './slot-choices.ts';

const aSlot = (slotId: number, part: object = {}) =>
  ({
    slotId,
    name: `S${slotId}`,
    systemDefinitionId: null,
    assetDefinitionId: 1,
    exclusive: false,
    ...part,
  }) as systems.Slot;

function aSystem(systemId: number, slots: systems.Slot[], standing: Record<number, number>, systemDefinitionId = 1) {
  return {
    systemId,
    name: `System ${systemId}`,
    systemDefinitionId,
    systemDefinition: { slots },
    currentSlotAssignments: Object.entries(standing).map(([slotId, assetId]) => ({
      slotId: Number(slotId),
      assetId,
      systemId: null,
      attributes: [],
    })),
  } as unknown as systems.System;
}

const pump = anAsset({ alias: 'Pump', definitionId: 1 });
const spare = anAsset({ alias: '', serialNumber: 'SPARE', definitionId: 1 });
const tank = anAsset({ alias: 'Tank', definitionId: 2 });
const list: assets.Asset[] = [pump, spare, tank];

describe('what may stand in a slot', () => {
  it('is an asset of its definition', () => {
    const slot = aSlot(1);
    const own = aSystem(1, [slot], {});
    const choices = assetChoices(slot, own, new Map(), [own], list);
    expect(choices.map(({ label, reason }) => [label, reason])).toEqual([
      ['Pump', undefined],
      ['SPARE', undefined],
    ]);
  });

  it('is no asset that an exclusive slot of any system has, which it says', () => {
    const slot = aSlot(1);
    const own = aSystem(1, [slot], {});
    const other = aSystem(2, [aSlot(7, { exclusive: true })], { 7: pump.assetId });
    const [first, second] = assetChoices(slot, own, new Map(), [own, other], list);
    expect(first?.reason).toBe('stands in the exclusive slot S7 of System 2');
    expect(second?.reason).toBeUndefined();
  });

  it('is, where the slot itself is exclusive, no asset that stands anywhere else, as it is typed', () => {
    const slot = aSlot(1, { exclusive: true });
    const own = aSystem(1, [slot, aSlot(2)], {});
    const typed = new Map([[2, { assetId: spare.assetId as number, systemId: null }]]);
    const [first, second] = assetChoices(slot, own, typed, [own], list);
    expect(first?.reason).toBeUndefined();
    expect(second?.reason).toBe('stands in S2 of System 1; this slot is exclusive');
    const other = aSystem(2, [aSlot(7)], { 7: pump.assetId });
    expect(assetChoices(slot, own, new Map(), [own, other], list)[0]?.reason).toContain('S7 of System 2');
  });

  it('does not count the place that the asset has already', () => {
    const slot = aSlot(1, { exclusive: true });
    const own = aSystem(1, [slot], { 1: pump.assetId });
    expect(assetChoices(slot, own, assignmentsOf(own), [own], list)[0]?.reason).toBeUndefined();
  });

  it('is a system of its definition, but never the system itself', () => {
    const slot = aSlot(1, { assetDefinitionId: null, systemDefinitionId: 1 });
    const own = aSystem(1, [slot], {});
    const all = [own, aSystem(2, [], {}), aSystem(3, [], {}, 9)];
    expect(systemChoices(slot, own, all).map(({ label }) => label)).toEqual(['System 2']);
  });
});

it('assignments are the same whatever their order, and empty slots count for nothing', () => {
  const some = new Map([
    [1, { assetId: 5, systemId: null }],
    [2, { assetId: null, systemId: null }],
  ]);
  const same = new Map([[1, { assetId: 5, systemId: null }]]);
  expect(isSameAssignments(some, same)).toBe(true);
  expect(isSameAssignments(some, new Map([[1, { assetId: 6, systemId: null }]]))).toBe(false);
  expect(assignmentBody(some)).toEqual([{ slotId: 1, assetId: 5, systemId: null }]);
});

it('what stands in a slot is among its options under its name, or as an id where it is out of sight', () => {
  const blocked = { value: '7', label: 'Pump 7', reason: 'stands in S7 of System 2' };
  const free = { value: '8', label: 'Pump 8', reason: undefined };
  const labels = (...asked: Parameters<typeof slotOptions>) => slotOptions(...asked).map(({ label }) => label);
  expect(labels([free], 9, 'asset', 'Pump 9')).toEqual(['Pump 9', 'Pump 8']);
  expect(labels([free], 9, 'asset')).toEqual(['asset 9 (out of your sight)', 'Pump 8']);
  expect(labels([free], 8, 'asset', 'Pump 8')).toEqual(['Pump 8']);
  expect(slotOptions([blocked, free], null, 'asset').map(({ disabled }) => disabled)).toEqual([true, false]);
  expect(slotOptions([blocked], 7, 'asset')[0]?.disabled).toBe(false);
  expect(slotLabel(aSlot(1, { critical: true, exclusive: true }))).toBe('S1 (critical, exclusive)');
  expect(slotLabel(aSlot(1, { name: '' }))).toBe('Unnamed slot');
});
