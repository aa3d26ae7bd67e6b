import '#tiles/testing/browser.ts';
import { assets, auth, type jobs, permissionId } from '@telltale/contract';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { findTile } from '#tiles/registry.ts';

/** To see assets, dashboards and jobs; to see and correct the history; attributes. */
const RIGHTS = [6, 34, 36, 51, 52, 53, 54, permissionId('Jobs', 'View')];
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 2, 1, 6);
const iso = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();
const RIG = {
  ...anAsset({ alias: 'Rig 11' }),
  assetId: 11,
  // What it is on now is another job.
  attributes: [
    { assetId: 11, attributeName: 'jobStartTime', attributeValue: iso(100) },
    { assetId: 11, attributeName: 'Rig Up Time', attributeValue: '1' },
  ],
};
const OF_JOB = {
  ...anAsset({ alias: 'North - Pad 1 - 1H' }),
  assetId: 12,
  serialNumber: 'North - Pad 1 - 1H',
  attributes: [{ assetId: 12, attributeName: 'Projection-Time (h)', attributeValue: '[[0,0],[9000,6]]' }],
};
const JOB: jobs.Job = {
  jobId: 5,
  assetId: 11 as never,
  jobSerialNumber: 'North - Pad 1 - 1H',
  startTime: iso(0),
  endTime: iso(100),
  openedAt: iso(0),
  openedBy: 'ada',
  closedAt: iso(30.1),
  closedBy: 'bo',
  attributes: [{ attributeName: 'Rig Up Time', attributeValue: '9' }],
};

// The tile is much to transform, which no test should wait for.
beforeAll(async () => {
  await findTile('StateReport').loadView();
});

let stub: PortalStub;
beforeEach(() => {
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(RIGHTS) })
    .on(assets.listAssets, { body: [RIG, OF_JOB] })
    .on('GET /api/ef/assets/11', { body: RIG })
    .on('GET /api/ef/jobs/5', { body: JOB })
    .on('GET /api/ef/jobs/6', { body: { ...JOB, jobId: 6, assetId: 12 } })
    .on('GET /api/ef/assets/11/definition', { body: { slots: [], dataItemDefinitions: [] } })
    .on('GET /api/ef/assets/11/functions/schedule', {
      body: [{ assetId: 11, activity: 10, startTime: iso(0), endTime: iso(10), depth: 0, hours: 10 }],
    });
});

test('a closed job has a report of its own: its time, what was said of it then, and nothing to change', async () => {
  await renderApp('/assets/11/report?job=5');
  const scores = within(await screen.findByRole('region', { name: 'Scores' }));
  expect(screen.getByRole('heading', { name: 'North - Pad 1 - 1H' })).toBeTruthy();
  // 9 h of benchmark in 10 h, not the 1 h that the rig says now; 30.1 h are 1.25 days.
  expect(scores.getByText('Score 90.0')).toBeTruthy();
  expect(screen.getByText('Days on Well').nextElementSibling?.textContent).toBe('1.25');
  const schedule = stub.requests.find(({ url }) => url.pathname.endsWith('/functions/schedule'));
  expect(schedule?.url.searchParams.get('startTime')).toBe(iso(0));
  expect(schedule?.url.searchParams.get('endTime')).toBe(iso(30));
  for (const toggle of screen.getAllByRole('switch')) expect(toggle).toHaveProperty('disabled', true);
  for (const mark of scores.getAllByRole('checkbox')) expect(mark).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Set job start' })).toBeNull();
});

test.each(['6', 'x', '0'])('an address with the job %s, which is none of the rig, says so', async (job) => {
  await renderApp(`/assets/11/report?job=${job}`);
  expect(await screen.findByText('This address leads to no job of this rig.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Its report' }).getAttribute('href')).toBe('/assets/11/report');
});

test('a job that cannot be had says why', async () => {
  stub.on('GET /api/ef/jobs/5', { status: 404, body: { error: { code: 'x', message: 'The job was not found.' } } });
  await renderApp('/assets/11/report?job=5');
  expect(await screen.findByText('The report could not be loaded.')).toBeTruthy();
  expect(screen.getByText('The job was not found.')).toBeTruthy();
});
