import type { Portal } from '../testing/portal.ts';

const SEVERITIES = [10, 5, 2];

/** Assets of one definition with an alarm of each severity, whose pressure raises all of them. */
export async function anAlarmedFleet(portal: Portal, name: string, count: number): Promise<number[]> {
  const tokens: string[] = [];
  const assetIds: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { assetId, accessToken } = await portal.anAsset(`${name}-${number}`, name);
    assetIds.push(assetId);
    tokens.push(accessToken);
  }
  await Promise.all(tokens.map((token) => say(portal, token, 50)));
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>(
    'GET',
    `/api/ef/assets/${assetIds[0]}`,
  );
  const definitions = SEVERITIES.map((severity, i) => ({
    assetDefinitionId,
    name: `Pressure above ${100 + i * 10}`,
    reason: 'The relief valve may stick.',
    severity,
    flee: JSON.stringify({ expression: `_Pressure > ${100 + i * 10}`, variables: [] }),
  }));
  await portal.call('PUT', '/api/ef/alarmdefinitions', definitions);
  await Promise.all(tokens.map((token, i) => say(portal, token, i % 3 === 0 ? 140 : 104)));
  return assetIds;
}

async function say(portal: Portal, token: string, pressure: number): Promise<void> {
  const reply = await fetch(`${portal.url}/api/v1/${token}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Pressure: pressure }),
  });
  if (!reply.ok) throw new Error(`Telemetry: ${reply.status}`);
}
