import type { DataItemSelection, definitions } from '@telltale/contract';
import { findNamed } from '@telltale/domain';
import { z } from 'zod';
import { choiceField, isObject, selectionFields, textField } from '#tiles/shared/settings/fields.ts';
import { type AssetField, readPath, SUBSTITUTION_PROPERTIES, type SubstitutionProperty } from './tokens.ts';

/** What a variable path of a text stands for; kept beside the text so that renaming a data item breaks nothing. */
export const substitutionSchema = z.looseObject({
  ...selectionFields,
  property: choiceField(SUBSTITUTION_PROPERTIES, 'value'),
  /** Set: an attribute of the asset, and no data item. */
  attributeName: textField(),
});

/** Keyed by variable path (spec 1 §3). What is no object in it is left out: one broken entry must not lose the others. */
export const substitutionsSchema = z
  .preprocess(
    (stored) => {
      if (!isObject(stored)) return stored;
      return Object.fromEntries(Object.entries(stored as object).filter(([, entry]) => isObject(entry)));
    },
    z.record(z.string(), substitutionSchema),
  )
  .catch({});
export type Substitutions = z.infer<typeof substitutionsSchema>;

export type SubstitutionSource =
  | { kind: 'asset'; field: AssetField }
  | { kind: 'attribute'; attributeName: string }
  | { kind: 'dataItem'; selection: DataItemSelection; property: SubstitutionProperty };

/**
 * Where the value for a path comes from: the tile's own entry, else what the path says by itself. Undefined where it
 * names nothing that this dashboard has.
 */
export function findSource(
  path: string,
  substitutions: Substitutions,
  definition: definitions.DefinitionTree,
): SubstitutionSource | undefined {
  const stored = Object.hasOwn(substitutions, path) ? substitutions[path] : undefined;
  if (stored !== undefined && stored.attributeName !== '') {
    return { kind: 'attribute', attributeName: stored.attributeName };
  }
  if (stored !== undefined && stored.dataItem !== null) {
    const { slotPath, dataItem, property } = stored;
    return { kind: 'dataItem', selection: { slotPath, dataItem }, property };
  }
  const meaning = readPath(path);
  if (meaning?.kind !== 'dataItem') return meaning;
  const found = findNamed(definition.dataItemDefinitions, meaning.label);
  if (found === undefined) return undefined;
  return {
    kind: 'dataItem',
    selection: { slotPath: [], dataItem: found.dataItemId },
    property: meaning.property,
  };
}
