import { expect } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const STEP_MS = 10_000;
const STEPS = 600;

/** An asset whose pressure trembles at the limit of its alarm for an hour and a half, and then goes beyond it for good, which is acknowledged. */
export async function aTremblingPump(portal: Portal, name: string) {
  const { assetId, accessToken } = await portal.anAsset(`${name}-1`, name);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const startMs = Date.now() - STEP_MS * (STEPS + 20);
  await say(portal, accessToken, [{ ts: startMs, values: { Trembling: 90 } }]);
  const alarm = {
    assetDefinitionId,
    name: `Trembles ${name}`,
    severity: 5,
    selfAck: true,
    flee: JSON.stringify({ expression: '_Trembling > 100' }),
  };
  const [{ alarmDefinitionId }] = await portal.call<[{ alarmDefinitionId: number }]>(
    'PUT',
    '/api/ef/alarmdefinitions',
    [alarm],
  );
  const points = Array.from({ length: STEPS }, (_, i) => ({
    ts: startMs + (i + 1) * STEP_MS,
    values: { Trembling: i >= STEPS - 10 ? 130 : i % 3 === 0 ? 100.4 : 99.5 },
  }));
  await say(portal, accessToken, points);
  await expect
    .poll(async () => (await portal.call<unknown[]>('GET', `/api/assets/${assetId}/alarms`)).length)
    .toBeGreaterThan(0);
  await portal.call('POST', '/api/ef/alarms/act', { act: 'acknowledge', alarms: [{ assetId, alarmDefinitionId }] });
  await say(portal, accessToken, [{ ts: Date.now(), values: { Trembling: 90 } }]);
  return { assetId, assetDefinitionId, alarmDefinitionId };
}

async function say(portal: Portal, token: string, points: readonly object[]): Promise<void> {
  const reply = await fetch(`${portal.url}/api/v1/${token}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(points),
  });
  if (!reply.ok) throw new Error(`Telemetry: ${reply.status}`);
}
