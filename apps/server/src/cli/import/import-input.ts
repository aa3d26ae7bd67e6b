import { z } from 'zod';

/** How a CSV file is to be read; import and replay share it. */
export const csvOptionsSchema = z.object({
  timeColumn: z.string().optional(),
  zone: z.string().default('UTC'),
  delimiter: z.string().default('auto'),
  decimal: z.enum(['auto', '.', ',']).default('auto'),
  columns: z.array(z.string()).optional(),
});
export type CsvOptions = z.output<typeof csvOptionsSchema>;

export const importInputSchema = csvOptionsSchema.extend({
  /** Absolute paths. */
  files: z.array(z.string()).min(1),
  serialNumber: z.string().trim().min(1).max(255),
  definitionName: z.string().trim().min(1).max(255).optional(),
  /** Create the asset (and its definition) when there is none. */
  create: z.boolean().default(false),
  /** Unit by column name. */
  units: z.record(z.string(), z.string().max(64)).default({}),
  /** Read and report; store nothing. */
  dryRun: z.boolean().default(false),
});
export type ImportInput = z.output<typeof importInputSchema>;
