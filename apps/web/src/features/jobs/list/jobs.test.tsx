import { assets, auth, type jobs, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const RIGHTS = [6, 34, 54, ...(['View', 'Create', 'Modify'] as const).map((action) => permissionId('Jobs', action))];
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 1, 6);
const iso = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();

let stub: PortalStub;
let listed: jobs.Job[];

function aJob(jobId: number, over: Partial<jobs.Job>): jobs.Job {
  return {
    jobId,
    assetId: 11 as never,
    jobSerialNumber: `Job ${jobId}`,
    startTime: iso(0),
    endTime: iso(100),
    openedAt: iso(0),
    openedBy: 'ada',
    closedAt: iso(48),
    closedBy: 'bo',
    attributes: [{ attributeName: 'Rig Up Time', attributeValue: '9' }],
    ...over,
  };
}

const scheduleOf = (hours: number) => [
  { assetId: 11, activity: 10, startTime: iso(0), endTime: iso(hours), depth: 0, hours },
];

beforeEach(() => {
  listed = [aJob(2, { startTime: iso(200), closedAt: iso(272), assetId: 12 as never }), aJob(1, {})];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(RIGHTS) })
    .on(assets.listAssets, { body: [{ ...anAsset({ alias: 'Rig 11' }), assetId: 11 }] })
    .on('GET /api/ef/jobs', () => ({ body: { total: listed.length, jobs: listed } }))
    .on('GET /api/ef/assets/11/definition', { body: { slots: [], dataItemDefinitions: [] } })
    .on('GET /api/ef/assets/12/definition', { body: { slots: [], dataItemDefinitions: [] } })
    .on('GET /api/ef/assets/11/functions/schedule', { body: scheduleOf(10) })
    .on('GET /api/ef/assets/12/functions/schedule', { body: scheduleOf(12) });
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const answer = (method: 'POST' | 'DELETE', path: string, status = 200) =>
  stub.on({ method, path: path as '/x' }, () => {
    const job = { ...(listed.at(-1) as jobs.Job), closedAt: method === 'POST' ? iso(50) : null };
    if (status === 200) listed = [...listed.slice(0, -1), job];
    return {
      status,
      body: status === 200 ? job : { error: { code: 'x', message: 'The rig is on another job since.' } },
    };
  });

describe('the jobs', () => {
  test('are listed with their rigs and states, and say where there is none', async () => {
    await renderApp('/jobs');
    expect((await row('Job 1')).textContent).toMatch(/Rig 11.*Closed .* by bo/);
    expect(screen.getByRole('link', { name: 'Rig 11' }).getAttribute('href')).toBe('/assets/11/report');
    expect(screen.getByRole('link', { name: 'Report: Job 1' }).getAttribute('href')).toBe('/assets/11/report?job=1');
    expect(screen.getByRole('link', { name: 'New job' }).getAttribute('href')).toBe('/dwsjob');
    listed = [];
    await renderApp('/jobs');
    expect(await screen.findByText('No job was opened yet.')).toBeTruthy();
  });

  test('say why they cannot be had', async () => {
    stub.on('GET /api/ef/jobs', { status: 500, body: { error: { code: 'x', message: 'The disk is full.' } } });
    await renderApp('/jobs');
    expect(await screen.findByText('The jobs could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The disk is full.')).toBeTruthy();
  });

  test('are closed after a question, and opened again', async () => {
    listed = [aJob(1, { closedAt: null, closedBy: null })];
    answer('POST', '/api/ef/jobs/1/close');
    answer('DELETE', '/api/ef/jobs/1/close');
    await renderApp('/jobs');
    fireEvent.click(await screen.findByRole('button', { name: 'Close: Job 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Close job' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open again: Job 1' }));
    expect(await screen.findByRole('button', { name: 'Close: Job 1' })).toBeTruthy();
    expect(stub.requests.filter(({ url }) => url.pathname.endsWith('/close')).map(({ method }) => method)).toEqual([
      'POST',
      'DELETE',
    ]);
  });

  test('say why one is not opened again, and offer neither to who may not', async () => {
    answer('DELETE', '/api/ef/jobs/1/close', 409);
    await renderApp('/jobs');
    fireEvent.click(await screen.findByRole('button', { name: 'Open again: Job 1' }));
    expect(await screen.findByText('The rig is on another job since.')).toBeTruthy();
    stub.on(auth.login, { body: aLogin([permissionId('Jobs', 'View')]) });
    await renderApp('/jobs');
    await row('Job 1');
    expect(screen.queryByRole('button', { name: /Open again/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New job' })).toBeNull();
  });

  test('are compared two at a time, in the address, with their difference', async () => {
    await renderApp('/jobs');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Compare Job 1' }));
    expect(screen.getByText('Choose a second job to compare it with.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Compare Job 2' }));
    await waitFor(() => expect(currentAddress()).toBe('/jobs?compare=1%2C2'));
    const table = within(await screen.findByRole('table', { name: 'Figures of both jobs' }));
    // 48 h and 72 h; rigging up took 10 h and 12 h of 9 h: 100 * 9 / 10 and 100 * 9 / 12.
    expect(table.getByRole('row', { name: 'Days on Well 2.00 3.00 +1.00' })).toBeTruthy();
    expect(table.getByRole('row', { name: 'Rig Up: Score 90.0 75.0 -15.0' })).toBeTruthy();
    expect(table.getByRole('row', { name: 'Rig Up: Current Hours on Task 10.00 12.00 +2.00' })).toBeTruthy();
    expect(table.queryByRole('row', { name: /Tripping In/ })).toBeNull();
  });

  test('are not compared without the permission to see the history', async () => {
    stub.on(auth.login, { body: aLogin([permissionId('Jobs', 'View')]) });
    await renderApp('/jobs?compare=1,2');
    expect(await screen.findByText('You are missing permissions to view history.')).toBeTruthy();
  });
});
