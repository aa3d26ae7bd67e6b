import { setTimeout as delay } from 'node:timers/promises';
import type mqtt from 'mqtt';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';
import { controlTiles, RUNNING, SPEED } from './control-tiles.ts';
import { anEquipment, type Equipment, keepCurrent, send, setUnits } from './equipment.ts';
import { buildAndSeeAgain, tileNamed } from './tile-journey.ts';

test.use({ timezoneId: 'UTC' });

const TELEMETRY = 'v1/devices/me/telemetry';

/** A device that does what it is told and reports it, but locks nothing; answers what it was sent. */
async function anObedientDevice(portal: Portal, { accessToken }: Equipment) {
  const device: mqtt.MqttClient = await portal.aDevice(accessToken);
  const taken: { method: string; params: unknown }[] = [];
  device.on('message', async (topic, payload) => {
    const { method, params } = JSON.parse(payload.toString()) as { method: string; params: unknown };
    taken.push({ method, params });
    const answer = method === 'pump.lock' ? { error: 'jammed' } : { ok: true };
    device.publish(topic.replace('request', 'response'), JSON.stringify(answer), { qos: 1 });
    // A value of the millisecond in which the command was sent would be none that came later.
    await delay(20);
    if (method === 'pump.setSpeed') device.publish(TELEMETRY, JSON.stringify({ [SPEED.label]: params }), { qos: 1 });
    if (method === 'pump.run') device.publish(TELEMETRY, JSON.stringify({ [RUNNING.label]: params }), { qos: 1 });
  });
  await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  return { device, taken };
}

test('controls are added and set up, and tell whether what they sent worked; nothing is sent but by a press', async ({
  page,
  portal,
}) => {
  // Six tiles, each with a round trip to a device and back.
  test.setTimeout(120_000);
  const equipment = await anEquipment(portal, 'CONTROLS-1');
  await keepCurrent(portal, equipment);
  await send(portal, equipment, [{ values: { [SPEED.label]: SPEED.value, [RUNNING.label]: RUNNING.value } }]);
  await setUnits(portal, equipment, { [SPEED.label]: 'rpm' });
  const { device, taken } = await anObedientDevice(portal, equipment);
  await buildAndSeeAgain(page, portal, equipment.assetId, controlTiles);
  expect(taken).toEqual([
    { method: 'pump.stop', params: { soft: true } },
    { method: 'pump.setSpeed', params: 100 },
    { method: 'pump.setSpeed', params: 90 },
    { method: 'pump.run', params: false },
    { method: 'pump.lock', params: 1 },
    { method: 'pump.tune', params: { gain: 3 } },
  ]);

  await device.endAsync();
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${equipment.assetId}/dashboard`);
  const emergency = tileNamed(page, 'Emergency');
  await emergency.scrollIntoViewIfNeeded();
  await expect(emergency.getByRole('button', { name: 'Stop it' })).toBeVisible();
  expect(taken).toHaveLength(6);
});
