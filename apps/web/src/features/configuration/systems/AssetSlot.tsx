import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AssetDefinitionId, systems } from '@telltale/contract';
import { useState } from 'react';
import { assetPageQuery, assetQuery } from '#api/asset-queries.ts';
import { type Assignments, assetChoices, slotLabel, slotOptions } from './slot-choices.ts';

/** As many are listed at once; the portal looks for the others by what is typed. */
const LISTED = 50;
const TYPING_MS = 200;

interface AssetSlotProps {
  slot: systems.Slot;
  system: systems.System;
  all: readonly systems.System[];
  assignments: Assignments;
  value: number | null;
  isEditable: boolean;
  onChange: (assetId: number | null) => void;
}

/** The asset in a slot. The portal is asked for others once the list is opened, a page of those that were typed. */
export function AssetSlot({ slot, system, all, assignments, value, isEditable, onChange }: AssetSlotProps) {
  const definitionId = slot.assetDefinitionId;
  const [isOpen, setOpen] = useState(false);
  const name = useNameOf(slot, system, value);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const page = useQuery({
    ...assetPageQuery({
      // The field of a list that was only opened holds what is chosen.
      search: asked === (name ?? '') ? '' : asked,
      limit: LISTED,
      offset: 0,
      assetDefinitionId: (definitionId ?? 0) as AssetDefinitionId,
    }),
    enabled: isOpen && definitionId !== null,
  }).data;
  const choices = assetChoices(slot, system, assignments, all, page?.assets ?? []);
  const blocked = choices.filter(({ reason }) => reason !== undefined);
  const isMore = page !== undefined && page.total > page.assets.length;
  const hint = isMore
    ? `${page.assets.length} of ${page.total.toLocaleString('en')} are listed: type to find the others.`
    : undefined;
  const isNothingFree = blocked.length > 0 && choices.length === blocked.length && !isMore;
  return (
    <Select
      label={slotLabel(slot)}
      placeholder={definitionId === null ? 'The slot is for nothing yet' : 'Empty'}
      description={isNothingFree ? blocked[0]?.reason : isOpen ? hint : undefined}
      nothingFoundMessage={page === undefined ? 'Looking for assets…' : 'There is no asset for this slot.'}
      data={slotOptions(choices, value, 'asset', name)}
      searchable
      // The portal has filtered them.
      filter={({ options }) => options}
      clearable
      disabled={!isEditable || definitionId === null}
      value={value === null ? null : String(value)}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}

/** What the asset in the slot is called; undefined where it is out of sight, or not known yet. */
function useNameOf(slot: systems.Slot, system: systems.System, value: number | null): string | undefined {
  const stored = system.currentSlotAssignments.find(
    ({ slotId, assetId }) => slotId === slot.slotId && assetId === value,
  );
  const isOutOfSight = stored !== undefined && stored.assetAlias === undefined;
  const isUnknown = value !== null && !isOutOfSight && !stored?.assetAlias;
  const asset = useQuery({ ...assetQuery(value ?? 0), enabled: isUnknown }).data;
  if (stored?.assetAlias) return stored.assetAlias;
  return isUnknown && asset ? asset.assetAlias || asset.serialNumber : undefined;
}
