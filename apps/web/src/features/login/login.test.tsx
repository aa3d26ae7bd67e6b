import { assets, auth } from '@telltale/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#app/testing/portal-stub.ts';
import { currentAddress, renderApp } from '#app/testing/render-app.tsx';

const noSession = { status: 401, body: { error: { code: 'unauthenticated', message: 'Log in first.' } } };

/** A portal without a session, where `ada` with the password `open sesame` gets in. */
function portalWithLogin(
  refusal: { status: number; body: unknown } = { status: 403, body: 'Wrong name or password.' },
) {
  const right = `Basic ${btoa('ada:open sesame')}`;
  return new PortalStub()
    .on(auth.login, ({ headers }) => {
      const given = headers.get('authorization');
      if (given === null) return noSession;
      return given === right ? { body: aLogin() } : refusal;
    })
    .on(assets.listAssets, { body: [anAsset({ alias: 'Pump 7' })] });
}

async function submit(username: string, password: string) {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: username } });
  const field = screen.getByLabelText('Password');
  fireEvent.change(field, { target: { value: password } });
  fireEvent.submit(field);
}

describe('the login page', () => {
  it('shows the message of a refusal in the dialog Login Error, and stays', async () => {
    portalWithLogin();
    await renderApp('/login');
    await submit('ada', 'wrong');

    const dialog = await screen.findByRole('dialog', { name: 'Login Error' });
    expect(dialog.textContent).toContain('Wrong name or password.');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
    expect(currentAddress()).toBe('/login');
  });

  it('writes the text of the specification when the portal fails', async () => {
    portalWithLogin({ status: 500, body: { error: { code: 'internal', message: 'secret detail' } } });
    await renderApp('/login');
    await submit('ada', 'wrong');
    expect((await screen.findByRole('dialog')).textContent).toContain('Uknown error while logging in.');
  });

  it('leads to the assets after login', async () => {
    portalWithLogin();
    await renderApp('/login');
    await submit('ada', 'open sesame');
    expect(await screen.findByRole('heading', { name: 'Assets' })).toBeTruthy();
    expect(currentAddress()).toBe('/assets');
    expect(localStorage.getItem('brokerToken')).toBe('broker-ada');
  });

  it('leads to the page that was asked for, and never to another site', async () => {
    portalWithLogin();
    await renderApp('/login?next=%2Fuser-settings%3Ftab%3D1');
    await submit('ada', 'open sesame');
    await waitFor(() => expect(currentAddress()).toBe('/user-settings?tab=1'));
  });

  it.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'ignores the destination %s',
    async (next) => {
      portalWithLogin();
      await renderApp(`/login?next=${encodeURIComponent(next)}`);
      await submit('ada', 'open sesame');
      await waitFor(() => expect(currentAddress()).toBe('/assets'));
    },
  );

  it('offers the assets and logging out to who is logged in', async () => {
    new PortalStub().on(auth.login, { body: aLogin() }).on(auth.logout, { body: { message: 'Logged out.' } });
    await renderApp('/login');
    expect(await screen.findByRole('heading', { name: 'You are logged in.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to assets' }).getAttribute('href')).toBe('/assets/');

    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('You have been logged out.')).toBeTruthy();
    expect(localStorage.getItem('brokerToken')).toBeNull();
  });

  it('says that a login has expired, but not to a first visitor', async () => {
    portalWithLogin();
    await renderApp('/login');
    await screen.findByLabelText('Username');
    expect(screen.queryByText('Login has expired.')).toBeNull();
  });

  it('says so when the session of before is over', async () => {
    localStorage.setItem('brokerToken', 'broker-ada');
    portalWithLogin();
    await renderApp('/assets');
    expect(await screen.findByText('Login has expired.')).toBeTruthy();
    expect(currentAddress()).toBe('/login');
  });

  it('says that the login is invalid or expired when the portal does not answer', async () => {
    const stub = new PortalStub();
    stub.on(auth.login, () => {
      throw new TypeError('network');
    });
    await renderApp('/assets');
    expect(await screen.findByText('Login invalid or expired.')).toBeTruthy();
  });

  it('offers the demo account only where the portal does', async () => {
    const stub = portalWithLogin();
    await renderApp('/login');
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByRole('button', { name: 'Log in for demo' })).toBeNull();

    stub.on('GET /config/portal.json', { body: { demoLogin: { username: 'ada', password: 'open sesame' } } });
    await renderApp('/login');
    fireEvent.click(await screen.findByRole('button', { name: 'Log in for demo' }));
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('sends a password with a colon and letters of any script', async () => {
    const seen: (string | null)[] = [];
    new PortalStub().on(auth.login, ({ headers }) => {
      seen.push(headers.get('authorization'));
      return noSession;
    });
    await renderApp('/login');
    await submit('ada', 'a:b😀é');
    await screen.findByRole('dialog');
    const bytes = Uint8Array.from(atob(seen.at(-1)?.slice(6) ?? ''), (letter) => letter.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe('ada:a:b😀é');
  });
});
