import { expect } from '../testing/journey.ts';
import type { TileJourney } from './tile-journey.ts';

/** The maintenance grid of a pump whose valve is overdue. */
export const renderingTile: TileJourney = {
  type: 'Rendering',
  name: 'Rendering',
  isInMenu: false,
  title: 'Valves of the pump',
  async shows(tile) {
    await expect(tile.getByRole('button', { name: 'Pod 1 - Valve Top: 12/10 Pump Hours Overdue' })).toBeVisible();
  },
};
