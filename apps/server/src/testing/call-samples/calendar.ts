import type { CallSample } from './sample.ts';

const span = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

/** Calls about the calendar of maintenance. */
export const calendarSamples: Readonly<Record<string, CallSample>> = {
  'calendar.listMaintenance': {
    scope: 'asset',
    make: ({ own }) => ({ query: { ...span, assetId: own.assetId } }),
  },
};
