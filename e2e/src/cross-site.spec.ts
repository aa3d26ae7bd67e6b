import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { alarmDefinitions, alarms, assets } from '@telltale/contract';
import { expect, logInByForm, test } from './testing/journey.ts';

test('a page of another site cannot lead a signed-in browser to close alarms', async ({ page, portal }) => {
  const { assetId, accessToken } = await portal.anAsset('CROSS-SITE', 'Cross-site equipment');
  const device = await portal.aDevice(accessToken);
  const publish = (values: object) =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await publish({ Level: 1 });
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const [alarm] = await portal.call<alarmDefinitions.AlarmDefinition[]>('PUT', '/api/ef/alarmdefinitions', [
    { assetDefinitionId, name: 'Level high', severity: 2, flee: JSON.stringify({ expression: '_Level > 60' }) },
  ]);
  await publish({ Level: 99 });
  await device.endAsync();
  const open = () => portal.call<alarms.Alarm[]>('GET', `/api/Assets/${assetId}/Alarms`);
  await expect.poll(async () => (await open()).length).toBe(1);

  // `localhost` is another site than 127.0.0.1. The session's cookie does not travel along (401); if a browser sent it all
  // the same, the portal would refuse by what it says of the request's origin (403).
  const attacks = [
    `/api/assets/${assetId}/alarms/close`,
    `/api/assets/${assetId}/alarms/${alarm?.alarmDefinitionId}/close`,
  ];
  const attacker = createServer((request, response) => {
    const target = attacks[Number(request.url?.slice(1))] ?? '';
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><script>location = ${JSON.stringify(portal.url + target)}</script>`);
  });
  await new Promise<void>((resolve) => attacker.listen(0, 'localhost', resolve));
  try {
    await logInByForm(page, portal);
    for (const [index, attack] of attacks.entries()) {
      const answered = page.waitForResponse((response) => response.url() === portal.url + attack);
      await page.goto(`http://localhost:${(attacker.address() as AddressInfo).port}/${index}`);
      expect([401, 403]).toContain((await answered).status());
    }
    expect(await open()).toHaveLength(1);
  } finally {
    attacker.close();
  }
  // The session is alive: the same browser may close it on the portal's own screen.
  await page.goto(`${portal.url}/assets`);
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
});
