import { auth, callTable, operations } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { aLogin, PortalStub } from '#app/testing/portal-stub.ts';
import { currentAddress, renderApp } from '#app/testing/render-app.tsx';
// The page reads what the server writes: the two are held against each other, not against a copy.
import { openApiDocument } from '../../../../server/src/features/operations/openapi.ts';
import { limitsText, sampleOf, typeText } from './json-schema.ts';
import { addressOf, callsOf, curlOf } from './portal-calls.ts';

const document_ = openApiDocument('1.0.0');
const calls = callsOf(document_);
const callOf = (id: string) => {
  const call = calls.find((candidate) => candidate.id === id);
  if (!call) throw new Error(`There is no call ${id}.`);
  return call;
};

describe('the calls of the document', () => {
  it('are all those of the contract, and marked as it says', () => {
    expect(calls.map(({ id }) => id).toSorted()).toEqual(
      callTable.map(({ resource, name }) => `${resource}.${name}`).toSorted(),
    );
    for (const { resource, name, call } of callTable) {
      const isUnsafe = call.method !== 'GET' || call.changesState === true;
      expect(callOf(`${resource}.${name}`)).toMatchObject({ method: call.method, path: call.path, isUnsafe });
    }
  });

  it('begin with a body that their own schema takes, but for what only people know', () => {
    for (const { resource, name, call } of callTable) {
      if (!call.body) continue;
      const issues = call.body.safeParse(sampleOf(callOf(`${resource}.${name}`).body)).error?.issues ?? [];
      const aboutType = issues.filter(({ code }) => code === 'invalid_type' || code === 'unrecognized_keys');
      expect([`${resource}.${name}`, aboutType]).toEqual([`${resource}.${name}`, []]);
    }
  });

  it('go to the address that the fields fill in', () => {
    const sessions = callOf('auth.revokeSession');
    expect(addressOf(sessions, {})).toBeUndefined();
    expect(addressOf(sessions, { authId: 'a/../b?c' })).toBe('/api/ef/auth/sessions/a%2F..%2Fb%3Fc');
    const journal = callOf('operations.listJournal');
    expect(addressOf(journal, { limit: ' 5 ', user: '', text: 'a&b' })).toBe('/api/journal?text=a%26b&limit=5');
    expect(curlOf(callOf('auth.createToken'), '/api/tokens', `{"name":"it's"}`)).toContain(`'{"name":"it'\\''s"}'`);
  });
});

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'date-time' }, 'string (ISO 8601)'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, '(number | null)[]'],
  [
    { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['a'] },
    '{\n  a: number,\n  b?: string\n}',
  ],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name]: number }'],
  [{}, 'any'],
])('the schema %j reads %j', (schema, text) => expect(typeText(schema)).toBe(text));

test.each([
  [{ minimum: 1, maximum: 1000, default: 100 }, '1 to 1000, by default 100'],
  [{ maxLength: 255 }, 'at most 255 characters'],
  [{ minimum: -9007199254740991, maximum: 9007199254740991 }, ''],
])('the limits of %j read %j', (schema, text) => expect(limitsText(schema)).toBe(text));

describe('the page', () => {
  const portal = () =>
    new PortalStub()
      .on(auth.login, { body: aLogin([6]) })
      .on(operations.getOpenApi, { body: document_ })
      .on(auth.listTokens, { body: [{ tokenId: 7 }], headers: { etag: 'W/"x"' } });

  it('is for whoever has a session', async () => {
    new PortalStub();
    await renderApp('/api-docs');
    await waitFor(() => expect(currentAddress()).toBe('/login?next=%2Fapi-docs'));
  });

  it('lists the calls by group, and finds them by words', async () => {
    portal();
    await renderApp('/api-docs');
    const list = await screen.findByRole('navigation', { name: 'Calls' });
    expect(within(list).getAllByRole('link')).toHaveLength(callTable.length);
    fireEvent.change(screen.getByLabelText('Search calls'), { target: { value: 'token MAKE' } });
    const found = within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(found).toContain('POST/api/tokens');
    expect(found.length).toBeLessThan(10);
    fireEvent.change(screen.getByLabelText('Search calls'), { target: { value: 'no such call' } });
    expect(screen.getByText('No call matches.')).toBeTruthy();
  });

  it('makes a call in the session, and shows status, headers and body', async () => {
    const stub = portal();
    await renderApp('/api-docs/auth/listTokens');
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    const answer = await screen.findByRole('region', { name: 'Answer' });
    expect(within(answer).getByText(/^200/)).toBeTruthy();
    expect(within(answer).getByText('W/"x"')).toBeTruthy();
    expect(answer.textContent).toContain('"tokenId": 7');
    expect(stub.requests.at(-1)?.headers.get('x-requested-with')).toBe('Telltale');
    expect(screen.queryByText(/This call changes something/)).toBeNull();
  });

  it('warns and asks before a call that changes something, also by GET', async () => {
    const stub = portal().on(auth.createToken, {
      status: 400,
      body: { error: { code: 'bad-request', message: 'No.' } },
    });
    await renderApp('/api-docs/auth/createToken');
    expect(await screen.findByText(/This call changes something/)).toBeTruthy();
    const body = screen.getByLabelText('Body');
    fireEvent.change(body, { target: { value: '{ broken' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    fireEvent.change(body, { target: { value: '{"name":"x"}' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make this call?' });
    expect(dialog.textContent).toContain('POST /api/tokens');
    const sent = () => stub.requests.filter(({ method }) => method === 'POST');
    expect(sent()).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^400/)).toBeTruthy();
    expect(sent().map(({ body: given }) => given)).toEqual([{ name: 'x' }]);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await renderApp('/api-docs/auth/logout');
    expect(await screen.findByText(/This call changes something/)).toBeTruthy();
  });
});
