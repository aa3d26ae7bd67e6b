import '#testing/setup.ts';
import type { assets, seismic } from '@telltale/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { QuakeBubble } from './QuakeBubble.tsx';

const EVENT: seismic.SeismicEvent = {
  id: 'texnet2025auew',
  time: '2025-01-15T21:17:02.000Z',
  magnitude: 2.9,
  latitude: 31.6834,
  longitude: -104.4109,
  depth: 7.25,
  region: 'Western Texas',
  url: 'https://quakes.example/texnet2025auew',
};

/** Stations of a catalogue by their places; one has none. */
const PLACES: Record<string, readonly [latitude: number, longitude: number] | null> = {
  far: [40, -100],
  sixth: [31.6834, -104.28],
  first: [31.69, -104.4109],
  fifth: [31.78, -104.4109],
  second: [31.71, -104.4109],
  nowhere: null,
  fourth: [31.75, -104.4109],
  third: [31.73, -104.4109],
};
const ASSETS = Object.entries(PLACES).map(
  ([name, at], index) =>
    ({
      assetId: index + 1,
      assetAlias: name === 'third' ? '' : name,
      serialNumber: name,
      currentCoordinates: at === null ? null : { latitude: at[0], longitude: at[1] },
    }) as unknown as assets.Asset,
);

afterEach(cleanup);

const saidOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test('an earthquake is told by magnitude, region, both times and its page, with the six nearest assets in miles', () => {
  render(<QuakeBubble event={EVENT} zone="America/Chicago" assets={ASSETS} />);
  expect(screen.getByText('Western Texas')).toBeTruthy();
  expect([saidOf('Magnitude'), saidOf('Depth')]).toEqual(['2.9', '7.25 km']);
  expect([saidOf('Local time'), saidOf('UTC')]).toEqual([
    expect.stringMatching(/15:17:02 .*(CST|GMT-6)/),
    expect.stringMatching(/21:17:02$/),
  ]);
  const nearest = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(nearest.map(({ textContent }) => textContent)).toEqual([
    'first0.456 miles',
    'second1.84 miles',
    'third3.22 miles',
    'fourth4.60 miles',
    'fifth6.67 miles',
    'sixth7.70 miles',
  ]);
  const link = screen.getByRole('link', { name: 'About this event' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([EVENT.url, 'noopener noreferrer']);
});

test('what a feed does not say is TBD, a link that leads into the browser is none, and nobody near is not listed', () => {
  const bare = { ...EVENT, magnitude: null, depth: null, region: '', url: 'javascript:alert(1)' };
  render(<QuakeBubble event={bare} zone="UTC" assets={ASSETS.slice(5, 6)} />);
  expect(screen.getByText('Earthquake')).toBeTruthy();
  expect([saidOf('Magnitude'), saidOf('Depth')]).toEqual(['TBD', 'TBD']);
  for (const role of ['link', 'list']) expect(screen.queryByRole(role)).toBeNull();
});
