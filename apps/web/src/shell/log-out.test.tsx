import { auth } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { portal } from '#features/configuration/testing/configuration.ts';
import { endSession } from '#session/session-store.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const PAGE = '/configuration/assetdefinitions/7';
const LOGIN = `/login?next=${encodeURIComponent(PAGE)}`;

/** A page on which something was typed that is not saved. */
async function typeSomething() {
  const stub = portal().on(auth.logout, { body: { message: 'Logged out.' } });
  await renderApp(PAGE);
  const alias = await screen.findByLabelText<HTMLInputElement>('Alias');
  fireEvent.change(alias, { target: { value: 'Half an alias' } });
  const isLoggedOut = () => stub.requests.some(({ url }) => url.pathname === '/api/auth/logout');
  return { alias, isLoggedOut };
}
const question = async () => within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
const isAsked = () => screen.queryByRole('dialog', { name: 'Leave without saving?' }) !== null;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('Log Out with something that is not saved', () => {
  it('asks, and stays where the answer is no', async () => {
    const { alias, isLoggedOut } = await typeSomething();
    press('Log Out');
    fireEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(isAsked()).toBe(false));
    expect(isLoggedOut()).toBe(false);
    expect(alias.value).toBe('Half an alias');
    expect(currentAddress()).toBe(PAGE);
  });

  it('asks on a narrow screen without the panel of the navigation, whose Escape would be its own', async () => {
    const { alias } = await typeSomething();
    window.innerWidth = 390;
    fireEvent(window, new Event('resize'));
    fireEvent.click(await screen.findByRole('button', { name: 'Open navigation' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Telltale' }));
    fireEvent.click(panel.getByRole('button', { name: 'Log Out' }));
    await question();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Telltale' })).toBeNull());
    expect(alias.value).toBe('Half an alias');
  });

  it('logs out once it may be lost, and asks no second time', async () => {
    const { isLoggedOut } = await typeSomething();
    press('Log Out');
    fireEvent.click((await question()).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('You have been logged out.')).toBeTruthy();
    expect(isLoggedOut()).toBe(true);
    expect(currentAddress()).toBe(LOGIN);
    await waitFor(() => expect(isAsked()).toBe(false));
  });
});

describe('a session that ends by itself with something that is not saved', () => {
  it('leads to the login page and asks nothing', async () => {
    await typeSomething();
    endSession('Login has expired.');
    expect(await screen.findByText('Login has expired.')).toBeTruthy();
    expect(currentAddress()).toBe(LOGIN);
    expect(isAsked()).toBe(false);
  });

  it('takes a question with it that stands there', async () => {
    await typeSomething();
    press('Log Out');
    await question();
    endSession('Login has expired.');
    expect(await screen.findByText('Login has expired.')).toBeTruthy();
    expect(currentAddress()).toBe(LOGIN);
    await waitFor(() => expect(isAsked()).toBe(false));
  });
});
