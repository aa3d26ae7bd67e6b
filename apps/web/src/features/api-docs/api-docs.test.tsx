import { auth, callTable, operations } from '@telltale/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
// The page reads what the server writes: the two are held against each other, not against a copy.
import { openApiDocument } from '../../../../server/src/features/operations/openapi.ts';
import { isUnsafe } from './is-unsafe.ts';
import { portalPlugin } from './portal-plugin.ts';
import { resolveSubtree } from './resolve-subtree.ts';

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

describe('a part of the document', () => {
  const document = {
    paths: {
      '/api/a~b': {
        get: { reply: { $ref: '#/components/schemas/Tree' }, missing: { $ref: '#/nowhere' }, kind: { type: 'number' } },
      },
    },
    components: {
      schemas: {
        Tree: { name: { $ref: '#/components/schemas/Name' }, children: [{ $ref: '#/components/schemas/Tree' }] },
        Name: { type: 'string' },
        Elsewhere: { $ref: 'https://elsewhere.example/#/Name' },
        Way: { $ref: '#/paths/~1api~1a~0b/get/kind', title: 'kept' },
      },
    },
  };

  it('has what it refers to written out, but for what holds itself and what is elsewhere', async () => {
    const { spec } = await resolveSubtree(document, ['paths', '/api/a~b', 'get']);
    const tree = { name: { type: 'string' }, children: [{ $ref: '#/components/schemas/Tree' }] };
    expect(spec).toEqual({ reply: tree, missing: undefined, kind: { type: 'number' } });
    const { spec: way } = await resolveSubtree(document, ['components', 'schemas', 'Way']);
    expect(way).toEqual({ type: 'number', title: 'kept' });
    const { spec: elsewhere } = await resolveSubtree(document, ['components', 'schemas', 'Elsewhere']);
    expect(elsewhere).toEqual(document.components.schemas.Elsewhere);
  });

  it('is null where there is none', async () => {
    expect(await resolveSubtree(document, ['paths', '/api/none'])).toEqual({ spec: null, errors: [] });
  });

  it('refers in the calls of the portal to nothing any more but what holds itself', async () => {
    const { spec } = await resolveSubtree(document_, ['paths']);
    const left = JSON.stringify(spec).match(/(?<="\$ref":")[^"]*/g) ?? [];
    expect(left.filter((reference) => !/^#$|^#\/components\/schemas\/.*\.schema\d+$/.test(reference))).toEqual([]);
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
