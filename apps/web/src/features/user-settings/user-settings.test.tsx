import { auth } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#app/testing/portal-stub.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { describeAgent } from './describe-agent.ts';

const session = (authId: string, userAgent: string, current: boolean) => ({
  authId,
  created: '2026-11-20T08:00:00Z',
  lastUsed: '2026-11-20T12:00:00Z',
  address: '10.0.0.7',
  userAgent,
  current,
});

describe('the settings page', () => {
  it('lists where the user is logged in, and ends another session after asking', async () => {
    const sessions = [session('here', 'Firefox/140 Windows', true), session('there', 'Safari/600 iPad', false)];
    const stub = new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(auth.listSessions, () => ({ body: sessions }))
      .on({ method: 'DELETE', path: '/api/ef/auth/sessions/there' }, () => {
        sessions.pop();
        return { body: { authId: 'there' } };
      });
    await renderApp('/user-settings');
    expect(await screen.findByText('Firefox on Windows')).toBeTruthy();
    expect(screen.getByText('This session')).toBeTruthy();
    const asked = () => stub.requests.filter(({ method }) => method === 'DELETE').length;

    fireEvent.click(screen.getByRole('button', { name: 'End session' }));
    const dialog = await screen.findByRole('dialog', { name: 'End this session?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toBe(0);

    fireEvent.click(screen.getByRole('button', { name: 'End session' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }));
    await waitFor(() => expect(screen.queryByText('Safari on iPad')).toBeNull());
    expect(asked()).toBe(1);
    expect(screen.getByText('The session has ended.')).toBeTruthy();
  });

  it('says so when a session cannot be ended', async () => {
    new PortalStub()
      .on(auth.login, { body: aLogin([12]) })
      .on(auth.listSessions, { body: [session('there', 'curl/8', false)] })
      .on(
        { method: 'DELETE', path: '/api/ef/auth/sessions/there' },
        { status: 403, body: { error: { code: 'forbidden', message: 'This account may change nothing.' } } },
      );
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('button', { name: 'End session' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('The session is still open. This account may change nothing.')).toBeTruthy();
  });

  it('lets anyone choose the theme', async () => {
    new PortalStub();
    await renderApp('/user-settings');
    fireEvent.click(await screen.findByRole('radio', { name: /Calm/ }));
    expect(localStorage.getItem('theme')).toBe('palette-calm');
    expect(document.documentElement.style.getPropertyValue('--tt-surface-0')).toBe('#c6cacd');
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPad; CPU OS 18) AppleWebKit Version/18 Safari/604', 'Safari on iPad'],
  ['curl/8.5', 'curl/8.5'],
  ['', 'Unknown client'],
])('the client %j is called %j', (agent, name) => expect(describeAgent(agent)).toBe(name));
