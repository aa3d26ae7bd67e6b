import { assets, auth } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { followOtherTabs } from '#session/session.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

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

describe('two-step login', () => {
  const needed = {
    status: 403,
    body: 'Enter the code of your authenticator app.',
    headers: { 'x-refusal-code': 'second-factor-needed' },
  };
  const wrong = { status: 403, body: 'This code is wrong.', headers: { 'x-refusal-code': 'second-factor-wrong' } };

  const portalWithCode = (sent: (string | null)[]) =>
    new PortalStub()
      .on(auth.login, ({ headers }) => {
        if (headers.get('authorization') === null) return noSession;
        const code = headers.get('x-second-factor');
        sent.push(code);
        if (code === null) return needed;
        return code === '123 456' ? { body: aLogin() } : wrong;
      })
      .on(assets.listAssets, { body: [] });

  it('asks for the code once the password was right, and says when it is wrong', async () => {
    const sent: (string | null)[] = [];
    portalWithCode(sent);
    await renderApp('/login');
    await submit('ada', 'open sesame');
    const field = await screen.findByLabelText(/^Code/);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    fireEvent.change(field, { target: { value: '000000' } });
    fireEvent.submit(field);
    expect((await screen.findByRole('dialog', { name: 'Login Error' })).textContent).toContain('This code is wrong.');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', '');
    fireEvent.change(screen.getByLabelText(/^Code/), { target: { value: ' 123 456 ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(sent).toEqual([null, '000000', '123 456']);
  });

  it('forgets the question when another user name is typed', async () => {
    portalWithCode([]);
    await renderApp('/login');
    await submit('ada', 'open sesame');
    await screen.findByLabelText(/^Code/);
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'bob' } });
    expect(screen.queryByLabelText(/^Code/)).toBeNull();
  });

  it('asks for the code before a reset link sets the password', async () => {
    const stub = portalWithCode([]);
    stub.on('GET /api/auth/submit/abc', ({ headers }) =>
      headers.get('x-second-factor') === '123456' ? { body: aLogin() } : needed,
    );
    await renderApp('/login?changeId=abc&username=ada');
    const type = (label: RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByRole('button', { name: 'Set password' });
    type(/^Password/, 'a rather good password');
    type(/^Confirm password/, 'a rather good password');
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
    await screen.findByLabelText(/^Code/);
    expect(screen.queryByText(/expired/)).toBeNull();
    type(/^Code/, '123456');
    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });
});

describe('the identity provider', () => {
  it('has a button where the portal names one, which leads there and back to the page asked for', async () => {
    const stub = portalWithLogin();
    await renderApp('/login');
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByText('Log in with Example')).toBeNull();

    stub.on('GET /config/portal.json', { body: { demoLogin: null, externalLogin: { label: 'Log in with Example' } } });
    await renderApp('/login?next=%2Fassets%3Fsearch%3Dpump');
    const link = await screen.findByRole('link', { name: 'Log in with Example' });
    expect(link.getAttribute('href')).toBe('/api/auth/oidc/login?next=%2Fassets%3Fsearch%3Dpump');
  });

  it.each([
    ['cancelled', 'The login was cancelled at the identity provider.'],
    ['<b>call 555-0100</b>', 'The answer of the identity provider could not be trusted.'],
    ['__proto__', 'The answer of the identity provider could not be trusted.'],
  ])('whose login failed as %j says so in the dialog Login Error, in the words of the portal', async (code, text) => {
    portalWithLogin();
    await renderApp(`/login?loginError=${encodeURIComponent(code)}`);
    const dialog = await screen.findByRole('dialog', { name: 'Login Error' });
    expect(dialog.textContent).toContain(text);
    expect(dialog.textContent).not.toContain('555');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });
});

describe('another tab of the browser', () => {
  it('that logs in is noticed: the form goes, and a dialog offers the assets', async () => {
    let isIn = false;
    new PortalStub().on(auth.login, () => (isIn ? { body: aLogin() } : noSession)).on(assets.listAssets, { body: [] });
    const stop = followOtherTabs();
    await renderApp('/login');
    await screen.findByLabelText('Username');
    isIn = true;
    window.dispatchEvent(new StorageEvent('storage', { key: 'brokerToken', newValue: 'broker-ada' }));
    const dialog = await screen.findByRole('dialog', { name: 'Already logged in' });
    const link = within(dialog).getByRole('link', { name: 'Go to assets' });
    expect(link.getAttribute('href')).toBe('/assets');
    fireEvent.click(link);
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'brokerToken', newValue: null }));
    expect(await screen.findByText('You have been logged out.')).toBeTruthy();
    stop();
  });
});
