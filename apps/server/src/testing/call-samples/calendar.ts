import { systemCaller } from '#http/system-caller.ts';
import type { CallSample, SampleWorld } from './sample.ts';

const span = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

/** A feed of holder's own. */
async function aFeed({ portal, holderId, name }: SampleWorld) {
  const owner = { ...systemCaller, userId: holderId };
  const { feedId } = await portal.context.feedService.create(owner, { name: name('feed'), filter: {} });
  return { params: { feedId } };
}

/** Calls about the calendar of maintenance. */
export const calendarSamples: Readonly<Record<string, CallSample>> = {
  'calendar.listMaintenance': {
    scope: 'asset',
    make: ({ own }) => ({ query: { ...span, assetId: own.assetId } }),
  },
  'calendarFeeds.listCalendarFeeds': { scope: 'none', make: () => ({}) },
  'calendarFeeds.createCalendarFeed': { scope: 'none', make: ({ name }) => ({ body: { name: name('feed') } }) },
  'calendarFeeds.renewCalendarFeed': { scope: 'own', make: aFeed },
  'calendarFeeds.deleteCalendarFeed': { scope: 'own', make: aFeed },
  'calendarRepeats.putMaintenanceSeries': {
    scope: 'asset',
    also: [
      ['Events', 'Create'],
      ['Events', 'Modify'],
    ],
    make: ({ own }) => {
      const { assetId, eventDefinitionId, eventId } = own;
      const repeat = { unit: 'month', every: 6, zone: 'Europe/Berlin', end: { kind: 'after', count: 2 } };
      return { body: { assetId, eventDefinitionId, eventId, timestamp: new Date().toISOString(), repeat } };
    },
  },
};
