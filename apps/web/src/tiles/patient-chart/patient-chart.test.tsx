import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { type patientInfo, permissionId } from '@telltale/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { patientChartTile } from './tile.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const ADA = {
  contact: { name: 'Ada Diaz', phone: '555-0100', later: 1 },
  conditions: ['Asthma'],
  allergens: { drug: ['Penicillin'] },
  medications: [{ name: 'Salbutamol', dose: '100 µg', schedule: 'as needed' }],
  fromElsewhere: { keep: true },
};

interface Asked {
  method: string;
  url: URL;
  body: { info: string; version: number };
}

/** A portal that keeps the patient information of one asset, in versions; `refuse` answers instead of it. */
function aPortal(info: unknown = ADA, refuse?: (asked: Asked) => Response | undefined) {
  const versions: patientInfo.PatientInfo[] = [];
  const write = (text: string | null, by: string) => {
    versions.push({ version: versions.length + 1, info: text, since: NOW, until: null, by });
  };
  if (info !== null) write(typeof info === 'string' ? info : JSON.stringify(info), 'nurse');
  const asked: Asked[] = [];
  const newest = () => versions.at(-1) ?? { version: 0, info: null, since: null, until: null, by: '' };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://portal');
    const body = (typeof init.body === 'string' ? JSON.parse(init.body) : undefined) as Asked['body'];
    const one = { method: init.method ?? 'GET', url, body };
    asked.push(one);
    const refusal = refuse?.(one);
    if (refusal !== undefined) return refusal;
    if (one.method === 'GET') return Response.json(newest());
    if (body.version !== newest().version) {
      const error = { code: 'conflict', message: 'x', details: { version: newest().version, by: 'bo', since: NOW } };
      return Response.json({ error }, { status: 409 });
    }
    write(body.info, 'me');
    return Response.json(newest());
  });
  const puts = () => asked.filter(({ method }) => method === 'PUT');
  return { asked, puts, write, stored: () => JSON.parse(newest().info ?? 'null') as unknown };
}

function hold(...actions: ('View' | 'Modify')[]) {
  useSessionStore.setState({
    authId: crypto.randomUUID(),
    permissions: new Set(actions.map((action) => permissionId('CustomPermission1', action))),
  });
}

const editMode = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Edit Mode' });
const turn = async () => fireEvent.click(await editMode());
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

beforeEach(() => hold('View', 'Modify'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the patient chart', () => {
  test('shows nothing to whoever lacks the permission, and asks for nothing', async () => {
    const { asked } = aPortal();
    hold();
    await renderTile(patientChartTile, {}, {});
    expect(screen.getByText('You are missing permissions to view patient information.')).toBeDefined();
    expect(asked).toEqual([]);
  });

  test('says on the dashboard of a system that there is none, and asks for nothing', async () => {
    const { asked } = aPortal();
    await renderTile(patientChartTile, {}, { assetId: 0 });
    expect(screen.getByText(/This dashboard is of a system/)).toBeDefined();
    expect(asked).toEqual([]);
  });

  test('can only be read without the permission to modify', async () => {
    aPortal();
    hold('View');
    await renderTile(patientChartTile, { title: 'On shift' }, {});
    expect(await screen.findByText('Ada Diaz')).toBeDefined();
    expect(screen.getByText('On shift')).toBeDefined();
    expect(screen.getByText('Salbutamol, 100 µg, as needed')).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('can be filled in where there is none yet', async () => {
    const { stored, puts } = aPortal(null);
    await renderTile(patientChartTile, {}, {});
    expect(await screen.findAllByText('None recorded.')).toHaveLength(3);
    await turn();
    fireEvent.click(screen.getByRole('button', { name: 'Add medication' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Name of medication 1' }), {
      target: { value: 'Ibuprofen' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add medication' }));
    await turn();
    expect(await screen.findByText('Ibuprofen')).toBeDefined();
    expect(puts()[0]?.body.version).toBe(0);
    expect(stored()).toEqual({ medications: [{ name: 'Ibuprofen', dose: '', schedule: '' }] });
  });

  test('saves when Edit Mode is turned off, and keeps what it does not know', async () => {
    const { puts, stored } = aPortal();
    await renderTile(patientChartTile, {}, {});
    await turn();
    type('Phone', '555-0199');
    await turn();
    expect(await screen.findByText('555-0199')).toBeDefined();
    expect(puts()).toHaveLength(1);
    expect(stored()).toEqual({ ...ADA, contact: { ...ADA.contact, phone: '555-0199' } });
  });

  test('sends nothing when nothing was changed, and nothing when it is discarded', async () => {
    const { puts } = aPortal();
    await renderTile(patientChartTile, {}, {});
    await turn();
    await turn();
    expect(await screen.findByText('Ada Diaz')).toBeDefined();
    await turn();
    type('Name', 'Eve');
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Ada Diaz')).toBeDefined();
    expect(puts()).toEqual([]);
  });

  test('tells the second of two what changed, and loses nothing that was typed', async () => {
    const { puts, write, stored } = aPortal();
    await renderTile(patientChartTile, {}, {});
    await turn();
    type('Name', 'Eve');
    type('Email', 'eve@example.com');
    write(JSON.stringify({ ...ADA, contact: { ...ADA.contact, name: 'Bo', phone: '2' }, conditions: ['Gout'] }), 'bo');
    await turn();
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('bo saved changes meanwhile.');
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Name: bo wrote “Bo”; yours stays.'),
      'Phone: 2 ',
      'Conditions: added Gout; removed Asthma ',
    ]);
    expect((await editMode()).checked).toBe(true);
    expect([field('Name').value, field('Phone').value]).toEqual(['Eve', '2']);
    fireEvent.click(within(told).getByRole('button', { name: 'Take theirs' }));
    expect(field('Name').value).toBe('Bo');
    await turn();
    expect(await screen.findByText('eve@example.com')).toBeDefined();
    expect(puts().map(({ body }) => body.version)).toEqual([1, 2]);
    expect(stored()).toEqual({
      ...ADA,
      conditions: ['Gout'],
      contact: { ...ADA.contact, name: 'Bo', phone: '2', email: 'eve@example.com' },
    });
  });

  test('keeps the draft and says why when it could not be saved, through another tab and back', async () => {
    const refusal = () => Response.json({ error: { code: 'forbidden', message: 'You may not.' } }, { status: 403 });
    aPortal(ADA, ({ method }) => (method === 'PUT' ? refusal() : undefined));
    const { unmount } = await renderTile(patientChartTile, {}, {});
    await turn();
    type('Name', 'Eve');
    await turn();
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved. You may not.');
    expect(field('Name').value).toBe('Eve');
    unmount();
    await renderTile(patientChartTile, {}, {});
    expect(field('Name').value).toBe('Eve');
  });

  test('forgets the draft with the session', async () => {
    aPortal();
    await renderTile(patientChartTile, {}, {});
    await turn();
    type('Name', 'Eve');
    act(() => hold('View', 'Modify'));
    expect(await screen.findByText('Ada Diaz')).toBeDefined();
    expect((await editMode()).checked).toBe(false);
  });

  test.each(['no JSON', '["x"]'])('says that %j cannot be read, and offers no change', async (text) => {
    aPortal(text);
    await renderTile(patientChartTile, {}, {});
    expect(await screen.findByText(/cannot be read. It is left as it is./)).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('says in its own place what is of an unknown shape, and saves the rest around it', async () => {
    const { stored } = aPortal({ ...ADA, medications: 'by word of mouth', contact: { ...ADA.contact, phone: 5 } });
    await renderTile(patientChartTile, {}, {});
    const medicines = await screen.findByRole('region', { name: 'Medications' });
    expect(medicines.textContent).toContain('Stored in a form that is not known here');
    await turn();
    expect(screen.queryByRole('button', { name: 'Add medication' })).toBeNull();
    expect(screen.queryByLabelText('Phone')).toBeNull();
    type('Name', 'Eve');
    await turn();
    expect(await screen.findByText('Eve')).toBeDefined();
    expect(stored()).toEqual({
      ...ADA,
      medications: 'by word of mouth',
      contact: { ...ADA.contact, phone: 5, name: 'Eve' },
    });
  });

  test('says when it cannot be had, and asks again by a press', async () => {
    let isDown = true;
    aPortal(ADA, () =>
      isDown ? Response.json({ error: { code: 'x', message: 'Busy.' } }, { status: 503 }) : undefined,
    );
    await renderTile(patientChartTile, {}, {});
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The patient information could not be loaded.Busy.',
    );
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ada Diaz')).toBeDefined();
  });

  test('of a past moment is asked for as it was then; what was being written waits for the way back', async () => {
    const then = JSON.stringify({ ...ADA, contact: { name: 'Then' } });
    const { asked, puts } = aPortal(ADA, ({ url }) =>
      url.searchParams.has('at')
        ? Response.json({ version: 1, info: then, since: '1970-01-01T00:00:00Z', until: NOW, by: 'nurse' })
        : undefined,
    );
    const time = new DashboardTime();
    await renderTile(patientChartTile, {}, { time });
    await turn();
    type('Name', 'Eve');
    act(() => time.setCursor({ kind: 'past', atMs: 1_000 }));
    expect(await screen.findByText('Then')).toBeDefined();
    const edit = await editMode();
    expect([edit.disabled, edit.title]).toEqual([true, 'You look at the past. Go back to live to edit.']);
    expect(screen.queryByLabelText('Name')).toBeNull();
    // The same version counts then: nobody asks again, and nothing is read again.
    act(() => time.setCursor({ kind: 'past', atMs: 2_000 }));
    expect(await screen.findByText('Then')).toBeDefined();
    act(() => time.setCursor(LIVE));
    await waitFor(() => expect(field('Name').value).toBe('Eve'));
    expect(asked.filter(({ url }) => url.searchParams.has('at'))).toHaveLength(1);
    expect(puts()).toEqual([]);
  });
});
