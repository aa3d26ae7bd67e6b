import type { PortalProcess } from '../browser/portal-process.ts';

export interface Pump {
  assetId: number;
  accessToken: string;
}

const AT_ONCE = 8;

/** Assets of one definition with as many alarms each. */
export async function makePumps(portal: PortalProcess, assets: number, alarmsEach: number): Promise<Pump[]> {
  const pumps: Pump[] = [];
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
    assetDefinitionName: 'Pump',
  });
  await portal.call('POST', `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, {
    label: 'Pressure',
    unit: '',
  });
  await inTurns(assets, async (n) => {
    const asset = { serialNumber: `PUMP-${n}`, assetAlias: `Pump ${n}`, assetDefinitionId };
    pumps.push(await portal.call<Pump>('POST', '/api/assets', asset));
  });
  await portal.call(
    'PUT',
    '/api/ef/alarmdefinitions',
    Array.from({ length: alarmsEach }, (_, at) => ({
      assetDefinitionId,
      name: `Pressure above ${100 + at}`,
      reason: 'The relief valve may stick.',
      severity: (at % 10) + 1,
      flee: JSON.stringify({ expression: `_Pressure > ${100 + at}`, variables: [] }),
    })),
  );
  return pumps;
}

export async function inTurns(total: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < total) await run(next++);
    }),
  );
}
