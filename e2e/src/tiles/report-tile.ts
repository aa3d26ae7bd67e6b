import { expect } from '../testing/journey.ts';
import type { TileJourney } from './tile-journey.ts';

/** The well-service report of a rig that tested its preventers for two hours and rigs up since. */
export const reportTile: TileJourney = {
  type: 'StateReport',
  name: 'State Report',
  isInMenu: false,
  title: 'The job so far',
  async configure(dialog) {
    await dialog.getByRole('switch', { name: 'Depth over time' }).press('Space');
  },
  async shows(tile) {
    const shares = tile.getByRole('region', { name: 'Activity Breakdown' });
    await expect(shares.getByRole('listitem').filter({ hasText: 'BOP Press Test' })).toContainText('2.00 h');
    await expect(tile.getByRole('region', { name: 'Depth over time' })).toHaveCount(0);
  },
};
