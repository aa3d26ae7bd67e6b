import { test } from '../testing/journey.ts';
import { withinOneDay } from '../testing/same-day.ts';
import { anEquipment, keepCurrent, send, setUnits } from './equipment.ts';
import { buildAndSeeAgain } from './tile-journey.ts';
import { NOW, OIL, pastDays, valueTiles } from './value-tiles.ts';

test.use({ timezoneId: 'UTC' });

test('shares, hours and tables of values are added by name, set up, saved, and show what was measured', async ({
  page,
  portal,
}) => {
  await withinOneDay();
  const equipment = await anEquipment(portal, 'VALUES-1');
  await keepCurrent(portal, equipment);
  await send(portal, equipment, [...pastDays(Date.now()), { values: NOW }]);
  await setUnits(portal, equipment, { [OIL]: 'bbl' });
  await buildAndSeeAgain(page, portal, equipment.assetId, valueTiles);
});
