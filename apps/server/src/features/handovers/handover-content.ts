import { handovers, type PermissionGroup, permissionId } from '@telltale/contract';
import { z } from 'zod';
import { type Caller, holds } from '#http/caller.ts';

/** A line as it is kept: with what decides who sees it. */
export const storedLineSchema = handovers.handoverLineSchema.extend({
  /** The permission group whose View shows it. */
  group: z.string().transform((group) => group as PermissionGroup),
  /** Of a change of a definition or a dashboard; null: only who sees everything is told. */
  assetDefinitionId: z.number().int().nullable(),
});
export type StoredLine = z.output<typeof storedLineSchema>;

const storedSectionSchema = z.object({
  section: z.enum(handovers.handoverSections),
  lines: z.array(storedLineSchema),
  isCut: z.boolean(),
});
export type StoredSection = z.output<typeof storedSectionSchema>;

/** What is held of a handover from the signature on. */
export const storedContentSchema = z.object({
  sections: z.array(storedSectionSchema),
  texts: z.array(handovers.handoverTextSchema),
  remark: z.string(),
});
export type StoredContent = z.output<typeof storedContentSchema>;

/**
 * What a reader may see of it: of assets in sight, each kind by its own permission; changes of definitions and dashboards
 * where an asset of the definition is in sight.
 * @param definitions of the assets in the reader's sight
 */
export function visibleTo(
  caller: Caller,
  sections: readonly StoredSection[],
  definitions: ReadonlySet<number>,
): handovers.Handover['sections'] {
  const mayView = (group: PermissionGroup) => holds(caller, permissionId(group, 'View'));
  const isInSight = ({ assetId, assetDefinitionId, group }: StoredLine) => {
    if (caller.visibility.everything) return true;
    if (assetId !== null) return caller.visibility.canSee(assetId);
    // Of systems, the name of a definition is for who may view definitions of systems.
    if (group === 'SystemDefinitions') return true;
    return assetDefinitionId !== null && definitions.has(assetDefinitionId);
  };
  return sections.map(({ section, lines, isCut }) => ({
    section,
    isCut,
    lines: lines
      .filter((line) => mayView(line.group) && isInSight(line))
      .map(({ group: _group, assetDefinitionId: _definition, ...line }) => line),
  }));
}
