import type { EpochMs, exportJobs, exportSchedules } from '@telltale/contract';
import { clockFields } from '@telltale/domain';
import { withoutEnding } from '../export-planner.ts';
import { occurrenceBefore } from './occurrences.ts';

const two = (value: number) => String(value).padStart(2, '0');

/**
 * The export of one run: what lies between the run before and this one. The next begins where it ends, so that files laid
 * side by side have every value once.
 */
export function requestOfRun(
  { rhythm, template }: { rhythm: exportSchedules.ExportRhythm; template: exportSchedules.ExportTemplate },
  runMs: EpochMs,
): exportJobs.ExportRequest {
  const { DataItems, Format, OutputSettings } = template;
  const fromMs = occurrenceBefore(rhythm, runMs);
  // The end of an export of intervals is exclusive already.
  const toMs = runMs - (Format.Interval ? 0 : 1);
  const { year, month, day } = clockFields(fromMs, rhythm.zone);
  return {
    DataItems,
    Format,
    StartTime: new Date(fromMs).toISOString(),
    EndTime: new Date(toMs).toISOString(),
    OutputSettings: {
      ...OutputSettings,
      Method: 'File',
      Filename: `${withoutEnding(OutputSettings.Filename)} ${year}-${two(month)}-${two(day)}`,
    },
  };
}
