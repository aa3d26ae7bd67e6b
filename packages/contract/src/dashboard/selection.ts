import { z } from 'zod';

/**
 * Which data item a tile shows: the slots to walk from the dashboard's asset or system (empty on an asset's own
 * dashboard), then the data item. `dataItem` is the global data item id; null until one is chosen.
 */
export const dataItemSelectionSchema = z.object({
  slotPath: z.array(z.number().int()).default([]),
  dataItem: z.number().int().positive().nullable().default(null),
});
export type DataItemSelection = z.infer<typeof dataItemSelectionSchema>;
