import { auth, callTable, operations } from '@telltale/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
// The page reads what the server writes: the two are held against each other, not against a copy.
import { openApiDocument } from '../../../../server/src/features/operations/openapi.ts';
import { isUnsafe } from './is-unsafe.ts';
import { portalPlugin } from './portal-plugin.ts';

// What the library draws and sends is looked at in a browser, with the portal behind it (e2e/src/calls.spec.ts).

const document_ = openApiDocument('1.0.0');

describe('what the page asks about first', () => {
  it('is every call that changes something, also by GET', () => {
    const asked = callTable.filter(({ call }) => isUnsafe(document_, call.path, call.method));
    const changing = callTable.filter(({ call }) => call.method !== 'GET' || call.changesState === true);
    expect(asked).toEqual(changing);
  });

  it.each([
    [true, ['made']],
    [false, ['refused', 'made']],
  ])('is not sent unless the answer is yes: %s', async (answer, expected) => {
    const done: string[] = [];
    const { execute } = portalPlugin(
      async () => answer,
      () => done.push('refused'),
    ).statePlugins.spec.wrapActions;
    await execute(() => done.push('made'))({ path: '/api/tokens', method: 'post' });
    expect(done).toEqual(expected);
  });
});

describe('the page of the calls', () => {
  it('is for whoever has a session', async () => {
    new PortalStub();
    await renderApp('/api-docs');
    await waitFor(() => expect(currentAddress()).toBe('/login?next=%2Fapi-docs'));
  });

  it('says when the calls cannot be had, and offers another attempt', async () => {
    const refusal = { error: { code: 'internal', message: 'Something went wrong.' } };
    new PortalStub().on(auth.login, { body: aLogin([6]) }).on(operations.getOpenApi, { status: 500, body: refusal });
    await renderApp('/api-docs');
    expect(await screen.findByText('The calls could not be loaded.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
