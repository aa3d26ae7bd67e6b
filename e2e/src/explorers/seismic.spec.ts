import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { takePicture } from '../testing/picture.ts';
import { endPortal, startPortal } from '../testing/portal.ts';
import { panel } from '../why/why-assets.ts';

const STATION = { latitude: 31.2517, longitude: -103.2864 };
const DEFINITION = 'Station of a journey';

/** A service of earthquakes on this machine: a summary, a region, and one that answers a web page. */
async function aService(eventTime: Date): Promise<{ server: Server; url: string }> {
  const summary = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'us1',
        properties: {
          mag: 6.4,
          place: 'Hualian, Taiwan',
          time: eventTime.getTime() - 60_000,
          url: 'https://quakes.example/us1',
        },
        geometry: { type: 'Point', coordinates: [121.7, 24.1, 10] },
      },
    ],
  };
  const region = [
    'id;time;magnitude;latitude;longitude;depth;region',
    `tx1;${eventTime.toISOString()};2.4;31.31;-103.31;5;Western Texas`,
  ].join('\n');
  const answers: Record<string, string> = { '/summary': JSON.stringify(summary), '/region': region, '/page': '<html>' };
  const server = createServer(({ url = '' }, reply) => void reply.end(answers[url.split('?')[0] ?? '']));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a visitor sees the public feed; an analyst what a station recorded of an event, and what lies around it', async ({
  page,
}) => {
  // A map that is drawn without a graphics card, three times, beside other journeys.
  test.setTimeout(150_000);
  const originMs = Date.now() - 120_000;
  const { server, url } = await aService(new Date(originMs));
  const feed = (name: string, path: string, more: object) => ({
    name,
    url: url + path,
    seconds: 600,
    private: true,
    ...more,
  });
  const portal = await startPortal({
    'feeds.json': {
      seismic: [
        feed('Summary', '/summary', { format: 'geojson' }),
        feed('West', '/region', { format: 'fdsn-text', region: 'Western Texas' }),
        feed('North', '/page', { format: 'fdsn-text', region: 'New Mexico' }),
      ],
      lookups: {},
    },
  });
  try {
    const { assetId, accessToken } = await portal.anAsset('Coyanosa of a journey', DEFINITION);
    const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
    await portal.call('POST', `/api/assets/${assetId}/coordinates`, STATION);
    await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
      { label: 'Velocity Z', unit: 'µm/s' },
      { label: 'Ratio', unit: '' },
    ]);
    const alarm = (name: string, expression: string) => ({
      assetDefinitionId,
      name,
      reason: '',
      severity: 2,
      flee: JSON.stringify({ expression, variables: [] }),
    });
    for (const one of [alarm('Other', '_Ratio > 99'), alarm('Local event', '_Ratio > 4')]) {
      await portal.call('PUT', '/api/ef/alarmdefinitions', [one]);
    }
    const device = await portal.aDevice(accessToken);
    const recorded = Array.from({ length: 60 }, (_, second) => ({
      ts: originMs + (second - 20) * 1_000,
      values: { 'Velocity Z': second < 21 ? 0.1 : 8 * Math.sin(second) },
    }));
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(recorded), { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Ratio: 6 }), { qos: 1 });
    await device.endAsync();

    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== portal.url) elsewhere.push(request.url());
    });
    await page.goto(`${portal.url}/seismic`);
    const events = page.getByRole('grid', { name: 'Seismic Events' });
    await expect(events.getByRole('row', { name: /us1 Hualian, Taiwan .* 6\.4 10\.0 km/ })).toBeVisible();
    await expect(page.getByText(/to see what your stations have noticed/)).toBeVisible();
    await expect(events.getByRole('row')).toHaveCount(2);

    await logIn(page, portal);
    await page.reload();
    const local = page.getByRole('grid', { name: 'Locally Detected Events' });
    await expect(local.getByRole('row', { name: /Coyanosa of a journey .* TBD TBD/ })).toBeVisible();
    await expect(page.getByText(/answered a web page/)).toBeVisible();
    await events.getByRole('columnheader', { name: 'Mag' }).getByRole('button').click();
    await events.getByText('tx1').click();
    const distances = page.getByRole('table', { name: 'Distances' });
    await expect(distances.getByRole('row', { name: /Coyanosa of a journey 4\.26 miles/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /Velocity Z.*P expected 1\.5 s after the event/ })).toBeVisible();
    // A point of the recording says where it comes from; by keyboard all of it does, and so does what raised the alarm.
    const recording = page.getByRole('img', { name: /Velocity Z.*P expected/ });
    await recording.locator('.u-over').click({ button: 'right' });
    const open = panel(page).getByRole('link', { name: 'Open as a page' });
    await expect(open).toHaveAttribute('href', /\/why\?at=/);
    const href = (await open.getAttribute('href')) ?? '';
    const atMs = Date.parse(new URL(href, portal.url).searchParams.get('at') ?? '');
    expect(recorded.map(({ ts }) => ts)).toContain(atMs);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await recording.focus();
    await page.keyboard.press('ContextMenu');
    await expect(panel(page).getByText(/^\d+, without those of bad quality$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await local.getByRole('row', { name: /Coyanosa of a journey/ }).click({ button: 'right' });
    await expect(
      panel(page)
        .getByText(/^6\.00/)
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(page.getByText('Nearest assets')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Assets inside the circle' })).toContainText('Coyanosa of a journey');
    await page.getByLabel('Within miles').fill('2');
    await expect(
      page.getByText(/^None lies inside\. The nearest, Coyanosa of a journey, is 4\.26 miles away\./),
    ).toBeVisible();
    // Another circle moves the map, and the bubble stays whole.
    await expect(page.getByRole('button', { name: 'Close popup' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'the seismic page');
    await takePicture(page, 'seismic, dark');
    for (const [now, next] of [
      ['Dark', 'Light'],
      ['Light', 'Calm'],
    ]) {
      await page.getByRole('button', { name: `Theme: ${now}. Switch to ${next?.toLowerCase()}` }).click();
      await expect(page.getByRole('button', { name: new RegExp(`^Theme: ${next}`) })).toBeVisible();
      await expectColoursAccessible(page, `the seismic page, ${next}`);
      await takePicture(page, `seismic, ${next}`);
    }
    await page.goto(`${portal.url}/assets`);
    await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
    expect(elsewhere).toEqual([]);
  } finally {
    await endPortal(portal);
    server.closeAllConnections();
    server.close();
  }
});
