import { accountSamples } from './accounts.ts';
import { alertSamples } from './alerts.ts';
import { calculationSamples } from './calculations.ts';
import { calendarSamples } from './calendar.ts';
import { exportSamples } from './exports.ts';
import { handoverSamples } from './handovers.ts';
import { jobSamples } from './jobs.ts';
import { maintenanceSamples } from './maintenance.ts';
import { monitoringSamples } from './monitoring.ts';
import { ownershipSamples } from './ownership.ts';
import { recordSamples } from './records.ts';
import type { CallSample } from './sample.ts';

/** A sample of every call that needs a session, by resource and name. The permission matrix holds it against the table. */
export const callSamples: ReadonlyMap<string, CallSample> = new Map(
  [
    accountSamples,
    alertSamples,
    calculationSamples,
    calendarSamples,
    exportSamples,
    handoverSamples,
    jobSamples,
    maintenanceSamples,
    monitoringSamples,
    ownershipSamples,
    recordSamples,
  ].flatMap((some) => Object.entries(some)),
);
