import {
  type ItemDisplay,
  type ItemDisplayOverride,
  itemDisplayOverrideSchema,
  itemDisplaySchema,
  PLAIN_DISPLAY,
} from '@telltale/contract';
import { isPlainDisplay } from '@telltale/domain';
import type { z } from 'zod';
import { storableText } from '#names.ts';

/** A description as it is stored: JSON, and no text at all where nothing is described. */
export function displayText(display: ItemDisplay): string {
  return isPlainDisplay(display) ? '' : storableText(JSON.stringify(display));
}

/** What cannot be read describes nothing: values are shown plainly, and not withheld. */
export function readDisplay(text: string): ItemDisplay {
  return readJson(itemDisplaySchema, text) ?? PLAIN_DISPLAY;
}

export function readDisplayOverride(text: string): ItemDisplayOverride {
  return readJson(itemDisplayOverrideSchema, text) ?? {};
}

function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  if (text === '') return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
