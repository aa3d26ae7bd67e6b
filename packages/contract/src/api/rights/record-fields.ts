import { z } from 'zod';
import { requiredName } from '../../plain-name.ts';

/** The name of a record of access. */
export const name = requiredName();
export const description = z.string().trim().max(10_000);
/** Absent or 0: the record is created. */
export const newOr = <Schema extends z.ZodType<number, number>>(schema: Schema) => z.literal(0).or(schema).default(0);
