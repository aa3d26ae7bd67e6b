import { accountSamples } from './accounts.ts';
import { alertSamples } from './alerts.ts';
import { assetSamples } from './assets.ts';
import { calculationSamples } from './calculations.ts';
import { calendarSamples } from './calendar.ts';
import { definitionSamples } from './definitions.ts';
import { exportSamples } from './exports.ts';
import { fileSamples } from './files.ts';
import { gatewaySamples } from './gateways.ts';
import { handoverSamples } from './handovers.ts';
import { jobSamples } from './jobs.ts';
import { maintenanceSamples } from './maintenance.ts';
import { monitoringSamples } from './monitoring.ts';
import { ownershipSamples } from './ownership.ts';
import type { CallSample } from './sample.ts';
import { systemSamples } from './systems.ts';

/** A sample of every call that needs a session, by resource and name. The permission matrix holds it against the table. */
export const callSamples: ReadonlyMap<string, CallSample> = new Map(
  [
    accountSamples,
    alertSamples,
    assetSamples,
    calculationSamples,
    calendarSamples,
    definitionSamples,
    exportSamples,
    fileSamples,
    gatewaySamples,
    handoverSamples,
    jobSamples,
    maintenanceSamples,
    monitoringSamples,
    ownershipSamples,
    systemSamples,
  ].flatMap((some) => Object.entries(some)),
);
