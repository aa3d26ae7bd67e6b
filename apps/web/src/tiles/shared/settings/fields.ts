import { clampDecimals, parseColour } from '@telltale/domain';
import { z } from 'zod';

/*
 * Fields of stored settings. Every one has its default, and a wrong scalar falls back to it: a dashboard saved
 * elsewhere, or typed by hand, must not lose a whole tile over one word. What has no sensible default (a list that is
 * no list) is left to fail, and the frame shows it.
 */

/** Forms of the described portal store numbers as they were typed. */
function asNumber(stored: unknown): unknown {
  if (typeof stored !== 'string' || stored.trim() === '') return stored;
  return Number(stored);
}

const finite = z.preprocess(asNumber, z.number());

interface Limits {
  min?: number;
  max?: number;
}

function clampTo(value: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Limits): number {
  return Math.min(max, Math.max(min, value));
}

/** A number clamped to the limits; anything else is the fallback. */
export function numberField(fallback: number, limits: Limits = {}) {
  return finite.transform((value) => clampTo(value, limits)).catch(fallback);
}

/** A number clamped to the limits, or null where none is set: not numeric means automatic (spec 1 §5). */
export function optionalNumberField(limits: Limits = {}) {
  return finite.transform((value): number | null => clampTo(value, limits)).catch(null);
}

/** Decimals of a shown value, 0-12, or null where the tile leaves them to its data item. */
export function decimalsField() {
  return finite.transform((value): number | null => clampDecimals(value)).catch(null);
}

export function textField(fallback = '') {
  return z.string().catch(fallback);
}

export function booleanField(fallback: boolean) {
  return z.boolean().catch(fallback);
}

export function choiceField<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  fallback: Choices[number],
) {
  return z.enum(choices).catch(() => fallback as never);
}

/** A CSS colour, or '' for the theme's own. Hex digits get their `#`; what is no colour is ''. */
export function colourField(fallback = '') {
  return z
    .string()
    .transform((stored) => parseColour(stored) ?? '')
    .catch(fallback);
}

/** A list without what is no object in it: one broken entry must not lose the others. */
export function objectsOf(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored;
  return stored.filter(isObject);
}

export function isObject(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

/** A list of such objects, empty where it is none. */
export function listField<Entry extends z.ZodType>(entry: Entry) {
  return z.preprocess(objectsOf, z.array(entry)).catch([]);
}

/** The data item of a tile that shows one: slots to walk, then the item; null until chosen. */
export const selectionFields = {
  slotPath: z.array(z.number().int()).catch([]),
  dataItem: z.preprocess(asNumber, z.number().int().positive().nullable()).catch(null),
};
