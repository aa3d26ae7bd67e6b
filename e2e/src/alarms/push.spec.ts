import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';

const NOTE = {
  id: 'one message',
  title: 'High pressure on Pump PUSH-1: raised',
  body: 'Severity 10',
  path: '/assets/1/dashboard?t=2026-11-22T10:00:00Z',
  about: 'one-alarm',
  time: Date.parse('2026-11-22T10:00:00Z'),
  calls: true,
};

test('a browser is offered to show alarms, and its worker shows what is pushed', async ({ portal, viewport }) => {
  // The whole browser alone shows notifications. Beside the journeys' own: to change that would start another portal.
  await using browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await context.grantPermissions(['notifications'], { origin: portal.url });
  await logIn(page, portal);
  await page.goto(`${portal.url}/user-settings#alerts-heading`);
  await expect(page.getByRole('button', { name: 'Send to this browser' })).toBeVisible();
  await expectAccessible(page, 'the settings with browsers');
  // Nothing of it is loaded before somebody asks for it.
  expect(requested).not.toContain('/push-worker.js');

  // No push service is reached from here: the browser hands the worker what one would have.
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  const message = { origin: portal.url, registrationId: await registered, data: JSON.stringify(NOTE) };
  // Handed over until the worker is ready for it: the same message again takes its own place.
  const shown = async () => {
    await session.send('ServiceWorker.deliverPushMessage', message);
    return page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  };
  await expect.poll(shown).toEqual([{ title: NOTE.title, body: NOTE.body, tag: NOTE.about }]);
});
