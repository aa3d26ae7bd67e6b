import type { AssetDefinitionId, alarmDefinitions, DataItemId, PermissionGroup } from '@telltale/contract';
import { variableKey, variableName } from '@telltale/domain/expression/variable-name.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { nameKey } from '#names.ts';

/** Data items by label and by id: what a definition's file says by label, the portal keeps by id. */
export interface ItemLabels {
  labelOf(dataItemId: number): string | undefined;
  /** The data item of a label, whatever its case; undefined: there is none. */
  idOf(label: string): DataItemId | undefined;
}

/** One thing of a definition: how the portal knows it, and what a file says of it. */
export interface StoredEntry<Entry> {
  readonly id: number;
  readonly entry: Entry;
}

/** What happens to the things of one part of a definition. */
export interface PartChanges<Entry> {
  readonly added: readonly Entry[];
  readonly changed: readonly StoredEntry<Entry>[];
  readonly removed: readonly StoredEntry<Entry>[];
}

/** What a definition has of one kind, as a file of it says it: read, and changed by the rules that changing it by hand has. */
export interface DefinitionPart<Entry> {
  /** Whose permissions count. */
  readonly group: PermissionGroup;
  /** What a change of one is called in a refusal: 'alarms'. */
  readonly many: string;
  nameOf(entry: Entry): string;
  /** An entry as far as it says anything: two that mean the same are the same, however they are written. */
  comparable(entry: Entry): unknown;
  /** The labels of the data items that an entry speaks of. */
  labelsOf(entry: Entry): Iterable<string>;
  /** In the order of the file. */
  list(
    records: Records,
    assetDefinitionId: AssetDefinitionId,
    labels: ItemLabels,
  ): Promise<readonly StoredEntry<Entry>[]>;
  /** Every label that is named has a data item by then. */
  apply(
    unit: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    changes: PartChanges<Entry>,
    labels: ItemLabels,
  ): Promise<void>;
}

/** What variables of an expression stand for, in a file: the labels of their data items. */
export function labelledVariables(
  variables: alarmDefinitions.AlarmExpression['variables'],
  labels: ItemLabels,
): Record<string, string> {
  const named = variables.flatMap(({ Variable, DataItemId }): [string, string][] => {
    const label = labels.labelOf(DataItemId);
    return label === undefined ? [] : [[Variable, label]];
  });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The way back. */
export function boundVariables(
  variables: Readonly<Record<string, string>>,
  labels: ItemLabels,
): alarmDefinitions.AlarmExpression['variables'] {
  return Object.entries(variables).flatMap(([Variable, label]) => {
    const DataItemId = labels.idOf(label);
    return DataItemId === undefined ? [] : [{ DataItemId, Variable }];
  });
}

/** Variables that stand for something else than the label of their name says: the others need not be named. */
export function unusualVariables(variables: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(variables)
    .filter(([variable, label]) => variableKey(variableName(label)) !== variableKey(variable))
    .map(([variable, label]): [string, string] => [variableKey(variable), nameKey(label)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** JSON text as a file holds it: what it says, nothing for an empty one, and the text itself where it is no JSON. */
export function valueOfText(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || value === null ? text : value;
  } catch {
    return text;
  }
}

/** The way back. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
