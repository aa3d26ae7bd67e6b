import { scalingText } from '@telltale/domain/scaling/scaling-text.ts';
import type { ExportColumn } from './export-plan.ts';

/** Scalings that are told one by one. */
const TOLD_SCALINGS = 20;

/** Which of the values in a file the portal has scaled, for who reads it. */
export function scalingNotes(columns: readonly ExportColumn[]): string[] {
  const scaled = new Map(
    columns.flatMap(({ assetId, asset, dataItemId, item, scaling }) =>
      scaling === undefined
        ? []
        : [
            [
              `${assetId} ${dataItemId}`,
              `${asset}: ${item} is scaled by the portal, ${scalingText(scaling)}.`,
            ] as const,
          ],
    ),
  );
  const notes = [...scaled.values()];
  const more = notes.length - TOLD_SCALINGS;
  return more > 0 ? [...notes.slice(0, TOLD_SCALINGS), `${more} more data items are scaled by the portal.`] : notes;
}

/** Which of the values in a file are in another unit than they are stored in. */
export function unitNotes(columns: readonly ExportColumn[]): string[] {
  const told = columns.flatMap(({ line, storedUnit, unit }) =>
    line === undefined || storedUnit === undefined
      ? []
      : [`Values in ${unit} are stored in ${storedUnit}: multiplied by ${line.factor}${addedText(line.offset)}.`],
  );
  return [...new Set(told)];
}

const addedText = (offset: number) => (offset === 0 ? '' : `, plus ${offset}`);
