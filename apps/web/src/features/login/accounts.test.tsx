import { accounts, assets, auth } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const noSession = { status: 401, body: { error: { code: 'unauthenticated', message: 'Log in first.' } } };
const refusal = (status: number, message: string) => ({ status, body: { error: { code: 'x', message } } });
const requestOf = (name: string) => `GET /api/auth/request/${encodeURIComponent(name)}` as const;
const SUBMIT = 'GET /api/auth/submit/abc';
const NEW_PASSWORD = 'a rather good password';

let stub: PortalStub;
let asked: string[];
beforeEach(() => {
  asked = [];
  stub = new PortalStub()
    .on(auth.login, ({ headers }) => (headers.get('authorization') === null ? noSession : { body: aLogin() }))
    .on(assets.listAssets, { body: [] });
  for (const name of ['ada', 'ada@example.com']) {
    stub.on(requestOf(name), () => {
      asked.push(name);
      return { body: { message: 'Sent.' } };
    });
  }
});

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the button Reset Password', () => {
  it('wants a user name first', async () => {
    await renderApp('/login');
    fireEvent.click(await screen.findByRole('button', { name: 'Reset Password' }));
    expect(screen.getByRole('alert').textContent).toBe('Enter your username first.');
    expect(asked).toEqual([]);
  });

  it('asks for a link, and says where to look for it', async () => {
    await renderApp('/login');
    await screen.findByRole('button', { name: 'Reset Password' });
    fill('Username', ' ada@example.com ');
    press('Reset Password');
    const dialog = await screen.findByRole('dialog', { name: 'Reset link sent' });
    expect(dialog.textContent).toContain('Check quarantines and spam filters.');
    expect(asked).toEqual(['ada@example.com']);
    fireEvent.click(within(dialog).getByRole('link', { name: 'Return to login' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('writes the text of the specification when that fails', async () => {
    stub.on(requestOf('ada'), refusal(500, 'secret'));
    await renderApp('/login');
    await screen.findByRole('button', { name: 'Reset Password' });
    fill('Username', 'ada');
    press('Reset Password');
    expect((await screen.findByRole('alert')).textContent).toBe('Unknown error while resetting password.');
  });
});

describe('the page of a reset link', () => {
  const open = async () => {
    await renderApp('/login?changeId=abc&username=ada');
    await screen.findByRole('button', { name: 'Set password' });
  };

  it('sends nothing while the passwords differ', async () => {
    await open();
    fill('Password', NEW_PASSWORD);
    fill('Confirm password', 'another');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    press('Set password');
    expect(currentAddress()).toContain('/login');
  });

  it('sets the password of the user that the link names, and goes to the assets', async () => {
    const seen: (string | null)[] = [];
    stub.on(SUBMIT, ({ headers }) => {
      seen.push(headers.get('authorization'));
      return { body: aLogin() };
    });
    await open();
    expect(screen.getByLabelText(/^Username/)).toHaveProperty('value', 'ada');
    fill('Password', NEW_PASSWORD);
    fill('Confirm password', NEW_PASSWORD);
    press('Set password');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(seen).toEqual([`Basic ${btoa(`ada:${NEW_PASSWORD}`)}`]);
  });

  it('says that the link has expired, and sends a new one', async () => {
    stub.on(SUBMIT, { status: 403, body: 'This link has expired.' });
    await open();
    fill('Password', NEW_PASSWORD);
    fill('Confirm password', NEW_PASSWORD);
    press('Set password');
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired.');
    press('Send a new link');
    await screen.findByRole('dialog', { name: 'Reset link sent' });
    expect(asked).toEqual(['ada']);
  });

  it('says what is wrong with a weak password', async () => {
    stub.on(SUBMIT, refusal(400, 'The password must have at least 10 characters.'));
    await open();
    fill('Password', 'short');
    fill('Confirm password', 'short');
    press('Set password');
    expect(await screen.findByText('The password must have at least 10 characters.')).toBeTruthy();
  });
});

describe('the register page', () => {
  const open = async () => {
    await renderApp('/login');
    fireEvent.click(await screen.findByRole('link', { name: 'Register an account' }));
    await screen.findByRole('heading', { name: 'Register for the portal' });
    fill('Email', 'ada@example.com');
    fill('First Name', 'Ada');
    fill('Password', NEW_PASSWORD);
    fill('Confirm Password', NEW_PASSWORD);
  };

  it('says that permissions still need to be assigned', async () => {
    await open();
    expect(screen.getByText(/still needs to assign permissions/)).toBeTruthy();
  });

  it('makes the account and logs in', async () => {
    const bodies: unknown[] = [];
    stub.on(accounts.register, ({ body }) => {
      bodies.push(body);
      return { body: { userId: 5, username: 'ada@example.com' } };
    });
    await open();
    press('Sign Up');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(bodies).toMatchObject([
      { username: 'ada@example.com', password: NEW_PASSWORD, attributes: { firstName: 'Ada', phone: '' } },
    ]);
  });

  it('does not send passwords that differ', async () => {
    await open();
    fill('Confirm Password', 'another');
    press('Sign Up');
    expect(screen.getAllByText('Passwords do not match').length).toBeGreaterThan(0);
    expect(currentAddress()).toBe('/register');
  });

  it('offers a reset mail when there is such an account', async () => {
    stub.on(accounts.register, refusal(409, 'taken'));
    await open();
    press('Sign Up');
    const dialog = await screen.findByRole('dialog', { name: 'Account exists' });
    expect(dialog.textContent).toContain('This Account already exists. Would you like a password reset email?');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reset Password' }));
    await screen.findByRole('dialog', { name: 'Reset link sent' });
    expect(asked).toEqual(['ada@example.com']);
  });
});
