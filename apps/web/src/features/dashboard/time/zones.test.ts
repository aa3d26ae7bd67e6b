import { describe, expect, it } from 'vitest';
import { zoneInUse, zoneOffer } from './zones.ts';

const offer = { dashboard: 'America/Chicago', user: 'Europe/Berlin', browser: 'Asia/Tokyo' };

describe('the zone of a dashboard', () => {
  it.each([
    ['nothing chosen', offer, null, 'America/Chicago'],
    ['no zone of the dashboard', { ...offer, dashboard: undefined }, null, 'Europe/Berlin'],
    ['none of the user either', { ...offer, dashboard: undefined, user: undefined }, null, 'Asia/Tokyo'],
    ['the user’s chosen', offer, 'user', 'Europe/Berlin'],
    ['the browser’s chosen', offer, 'browser', 'Asia/Tokyo'],
    ['one by name', offer, 'Australia/Perth', 'Australia/Perth'],
    ['one that is none', offer, 'Mars/Olympus', 'America/Chicago'],
    ['the user’s chosen, who has none', { ...offer, user: undefined }, 'user', 'America/Chicago'],
  ])('%s', (_name, zones, choice, expected) => expect(zoneInUse(zones, choice)).toBe(expected));

  it('is taken from what the runtime knows only', () => {
    expect(zoneOffer('Mars/Olympus', 5)).toMatchObject({ dashboard: undefined, user: undefined });
    expect(zoneOffer('UTC', 'Europe/Berlin')).toMatchObject({ dashboard: 'UTC', user: 'Europe/Berlin' });
  });
});
