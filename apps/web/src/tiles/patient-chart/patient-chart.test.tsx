import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { readPatientInfo } from './patient-info.ts';
import { patientChartTile } from './tile.ts';

const stored = JSON.stringify({
  contact: { name: 'Ada Diaz', phone: '555-0100', later: 1 },
  conditions: ['Asthma'],
  allergens: { drug: ['Penicillin'] },
  medications: [{ name: 'Salbutamol', dose: '100 µg', schedule: 'as needed' }],
  fromElsewhere: { keep: true },
});

function hold(...actions: ('View' | 'Modify')[]) {
  useSessionStore.setState({
    permissions: new Set(actions.map((action) => permissionId('CustomPermission1', action))),
  });
}

beforeEach(() => hold('View', 'Modify'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the stored text', () => {
  test.each([undefined, '', '{}', '{"conditions":"x","medications":3,"contact":{"name":7}}'])(
    '%j reads as a sheet to fill in',
    (text) => {
      expect(readPatientInfo(text)).toMatchObject({ conditions: [], medications: [], contact: { name: '' } });
    },
  );

  test.each(['no JSON', '[]', '3', '"x"'])('%j is not overwritten', (text) => {
    expect(readPatientInfo(text)).toBeUndefined();
  });
});

describe('the patient chart', () => {
  test('cannot be edited on the dashboard of a system, which has no such attribute to write', async () => {
    await renderTile(patientChartTile, {}, { assetId: 0, attributes: { PatientInfo: stored } });
    expect(screen.getByText('Ada Diaz')).toBeDefined();
    expect(screen.queryByRole('switch', { name: 'Edit Mode' })).toBeNull();
  });

  test('shows nothing to whoever lacks the permission', async () => {
    hold();
    await renderTile(patientChartTile, {}, { attributes: { PatientInfo: stored } });
    expect(screen.getByText('You are missing permissions to view patient information.')).toBeDefined();
    expect(screen.queryByText('Ada Diaz')).toBeNull();
  });

  test('can only be read without the permission to modify', async () => {
    hold('View');
    await renderTile(patientChartTile, {}, { attributes: { patientinfo: stored } });
    expect(screen.getByText('Ada Diaz')).toBeDefined();
    expect(screen.getByText('Salbutamol, 100 µg, as needed')).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('saves when Edit Mode is turned off, and keeps what it does not know', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)));
      return Response.json({ assetId: 7, attributeName: 'PatientInfo', attributeValue: '' });
    });
    await renderTile(patientChartTile, {}, { attributes: { PatientInfo: stored } });
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '555-0199' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { attributeName, attributeValue } = sent[0] as { attributeName: string; attributeValue: string };
    expect(attributeName).toBe('PatientInfo');
    expect(JSON.parse(attributeValue)).toMatchObject({
      contact: { name: 'Ada Diaz', phone: '555-0199', later: 1 },
      fromElsewhere: { keep: true },
    });
  });

  test('sends nothing when nothing was changed', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    await renderTile(patientChartTile, {}, { attributes: { PatientInfo: stored } });
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    expect(screen.getByText('Ada Diaz')).toBeDefined();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('keeps the draft and says why when it could not be saved', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { code: 'forbidden', message: 'You may not.' } }, { status: 403 }),
    );
    await renderTile(patientChartTile, {}, { attributes: { PatientInfo: stored } });
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Eve' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You may not.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Eve');
  });

  test('cannot be edited in the past, and what was being written waits for the way back', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const time = new DashboardTime();
    await renderTile(patientChartTile, {}, { attributes: { PatientInfo: stored }, time });
    const edit = screen.getByRole<HTMLInputElement>('switch', { name: 'Edit Mode' });
    fireEvent.click(edit);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Eve' } });
    act(() => time.setCursor({ kind: 'past', atMs: 1_000 }));
    expect(edit.disabled).toBe(true);
    expect(edit.title).toBe('You look at the past. Go back to live to edit.');
    expect(screen.queryByLabelText('Name')).toBeNull();
    act(() => time.setCursor(LIVE));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Eve');
    expect(fetch).not.toHaveBeenCalled();
  });
});
