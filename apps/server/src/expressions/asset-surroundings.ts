import type { Surroundings } from '@telltale/domain/alarms/condition-run.ts';
import { isTimeZone } from '@telltale/domain/format/time.ts';
import { nameKey } from '#names.ts';

/** The attribute that names the zone whose clock counts for an asset. */
export const TIME_ZONE = 'timeZone';

/** What expressions read of an asset: its attributes as they are now, and the zone that one of them names. */
export function surroundingsOf(
  attributes: readonly { attributeName: string; attributeValue: string }[],
  portalZone: string,
): Omit<Surroundings, 'alarm'> {
  const values = new Map(attributes.map((one) => [nameKey(one.attributeName), attributeOf(one.attributeValue)]));
  const zone = String(values.get(nameKey(TIME_ZONE)) ?? '').trim();
  return {
    attribute: (name) => values.get(nameKey(name)),
    zone: zone !== '' && isTimeZone(zone) ? zone : portalZone,
  };
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Attributes are texts; what is written as a number is one. */
function attributeOf(text: string): number | string {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}

/** Whether attributes must be read to evaluate it, from the text alone. */
export const mayReadAttributes = (text: string): boolean => /\b(?:attribute|daytime|alarm)\s*\(/i.test(text);
