import {
  type alarmDefinitions,
  type DataItemId,
  type definitions,
  type ItemDisplay,
  type ItemDisplayChange,
  type ItemScaling,
  PLAIN_DISPLAY,
} from '@telltale/contract';
import { isPlainDisplay } from '@telltale/domain';
import type { DataItemRecord } from './data-item-repository.ts';
import type { DefinitionDataItemRecord } from './definition-data-item-repository.ts';

export interface DataItemInput {
  /** Of the label, where it is said. */
  dataItemId?: 0 | DataItemId | null | undefined;
  label: string;
  /** Absent: as it is. */
  unit?: string | undefined;
  /** Absent: as it is. */
  defaultValue?: number | undefined;
  /** Days; 0 or null: the general retention; absent: as it is. */
  retentionDays?: number | null | undefined;
  /** How its values are read; absent, as a whole or a field of it: as it is. */
  display?: ItemDisplayChange | undefined;
  /** What it is calculated by; null: devices send it; absent: as it is. */
  calculation?: alarmDefinitions.AlarmExpression | null | undefined;
  /** How what assets send for it is scaled; null: not at all; absent: as it is. */
  scaling?: ItemScaling | null | undefined;
}

/** What the journal says of a data item of a definition. */
export function describe({
  label,
  unit,
  defaultValue,
  retentionDays,
  display,
  calculation,
  scaling,
}: Omit<DataItemInput, 'display'> & { display?: ItemDisplay }) {
  const described = display && !isPlainDisplay(display) ? { display } : {};
  const calculated = calculation ? { calculation: calculation.expression } : {};
  const kept = retentionDays ? { retentionDays } : {};
  return { label, unit, defaultValue, ...kept, ...described, ...calculated, ...(scaling ? { scaling } : {}) };
}

export function toDefinition(item: DefinitionDataItemRecord): definitions.DataItemDefinition {
  const { createdMs, dataItemId, label, unit, defaultValue, retentionDays, display, calculation, scaling } = item;
  const created = new Date(createdMs).toISOString();
  return { dataItemId, label, unit, created, defaultValue, retentionDays, display, calculation, scaling };
}

/** A label of no definition. */
export function toMaster(item: DataItemRecord): definitions.DataItemDefinition {
  const { dataItemId, label, unit, createdMs } = item;
  const created = new Date(createdMs).toISOString();
  const plain = { defaultValue: 0, retentionDays: 0, display: PLAIN_DISPLAY, calculation: null, scaling: null };
  return { dataItemId, label, unit, created, ...plain };
}
