import { test } from '../testing/journey.ts';
import { anEquipment, keepCurrent, send, setUnits } from './equipment.ts';
import { indicatorTiles, LEVEL } from './indicator-tiles.ts';
import { buildAndSeeAgain } from './tile-journey.ts';

test.use({ timezoneId: 'UTC' });

test('indicators are added, set up in their forms, saved, and show the value when opened anew', async ({
  page,
  portal,
}) => {
  const equipment = await anEquipment(portal, 'INDICATORS-1');
  await keepCurrent(portal, equipment);
  await send(portal, equipment, [{ values: { [LEVEL.label]: LEVEL.value } }]);
  await setUnits(portal, equipment, { [LEVEL.label]: 'ft' });
  await buildAndSeeAgain(page, portal, equipment.assetId, indicatorTiles);
});
