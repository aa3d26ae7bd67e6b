import { z } from 'zod';

/** The filters of the session that a broker keeps for the portal. */
export interface KeptFilters {
  /** The broker has said so. */
  readonly sure: readonly string[];
  /** It was asked for them, or to drop them, and its answer was not heard. */
  readonly perhaps: readonly string[];
}

const keptSchema = z.array(z.union([z.string(), z.object({ perhaps: z.string() })]));

/** Reads what `writeFilters` wrote, or the plain list of earlier versions. */
export function readFilters(text: string): KeptFilters {
  const kept = keptSchema.parse(JSON.parse(text));
  return {
    sure: kept.filter((one) => typeof one === 'string'),
    perhaps: kept.flatMap((one) => (typeof one === 'string' ? [] : [one.perhaps])),
  };
}

export function writeFilters({ sure, perhaps }: KeptFilters): string {
  return JSON.stringify([...sure, ...perhaps.map((filter) => ({ perhaps: filter }))]);
}
