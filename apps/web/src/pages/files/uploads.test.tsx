import { type assets, auth, userIdSchema } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setUi } from '#actions/ui-store.ts';
import { beginSession, endSession } from '#session/session-store.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';
import { useUploadStore } from './upload-store.ts';

interface TusAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The requests of uploads, which the library makes by XMLHttpRequest. */
class TusRequest {
  static answers: (() => TusAnswer)[] = [];
  static sent: TusRequest[] = [];
  readonly upload = {};
  readonly headers: Record<string, string> = {};
  method = '';
  url = '';
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  onerror: (error: unknown) => void = () => undefined;
  #answered: Record<string, string> = {};

  open(method: string, url: string) {
    [this.method, this.url] = [method, url];
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }

  getResponseHeader(name: string) {
    return this.#answered[name.toLowerCase()] ?? null;
  }

  abort = () => undefined;

  send() {
    TusRequest.sent.push(this);
    const answer = TusRequest.answers.shift()?.();
    // Nothing comes back: the upload goes on until it is ended.
    if (!answer) return;
    queueMicrotask(() => {
      if (answer.status === 0) return this.onerror(new Error('The network is gone.'));
      this.status = answer.status;
      this.responseText = answer.body ?? '';
      this.#answered = answer.headers ?? {};
      this.onload();
    });
  }
}

let asset: assets.Asset;
let stored: object[];

beforeEach(() => {
  asset = anAsset({ alias: 'Pump 7' });
  stored = [];
  TusRequest.answers = [];
  TusRequest.sent = [];
  useUploadStore.setState({ entries: [] });
  localStorage.clear();
  vi.stubGlobal('XMLHttpRequest', TusRequest);
  new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${asset.assetId}/files`, () => ({ body: stored }));
});

async function drop(...files: File[]) {
  await renderApp('/assets');
  setUi({ filePanel: asset.assetId });
  const panel = await screen.findByRole('dialog', { name: 'Files' });
  await within(panel).findByText('There are no files yet.');
  fireEvent.drop(within(panel).getByText('Drop files here'), { dataTransfer: { files, getData: () => '' } });
  return panel;
}

const WAITING = 'Waiting for the portal to answer. It is tried again by itself.';
const created = () => ({ status: 201, headers: { location: '/api/files/uploads/u1' } });
const aFile = () => new File(['a,b'], 'new.csv', { lastModified: 5 });
const methods = () => TusRequest.sent.map(({ method }) => method);

test('what is dropped is sent under its name, for its asset, and listed', async () => {
  const { assetId } = asset;
  const listed = { fileId: 4, filename: 'new.csv', length: 3, timestamp: '2026-11-20T12:00:00Z', assetId };
  TusRequest.answers = [
    created,
    () => {
      stored.push(listed);
      return { status: 204, headers: { 'upload-offset': '3' } };
    },
  ];
  const panel = await drop(aFile());
  expect(await within(panel).findByRole('link', { name: 'Download new.csv' })).toBeTruthy();
  const [post, patch] = TusRequest.sent;
  expect(post?.headers).toMatchObject({
    'upload-length': '3',
    'upload-metadata': `filename ${btoa('new.csv')},assetId ${btoa(String(assetId))}`,
    'x-requested-with': 'Telltale',
  });
  expect([patch?.method, new URL(patch?.url ?? '', location.href).pathname]).toEqual([
    'PATCH',
    '/api/files/uploads/u1',
  ]);
  await waitFor(() => expect(within(panel).queryByRole('progressbar')).toBeNull());
});

test('tells of several files in one message, and of those that were refused in their rows', async () => {
  const body = JSON.stringify({ error: { code: 'too-large', message: 'The files take at most 3 MB.' } });
  const come = () => ({ status: 204, headers: { 'upload-offset': '3' } });
  TusRequest.answers = [created, come, () => ({ status: 413, body }), created, come];
  const files = ['a', 'b', 'c'].map((name) => new File(['a,b'], `${name}.csv`, { lastModified: 5 }));
  const panel = await drop(...files);
  expect(await screen.findByText('2 files uploaded.')).toBeTruthy();
  expect(screen.queryByText('‘a.csv’ uploaded.')).toBeNull();
  expect(within(panel).getByText('Not uploaded. The files take at most 3 MB.')).toBeTruthy();
  expect(within(panel).getByRole('button', { name: 'Dismiss b.csv' })).toBeTruthy();
});

test('asks before the window is closed as long as something is under way', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  TusRequest.answers = [created];
  const panel = await drop(aFile());
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  expect(isAsked()).toBe(true);
  fireEvent.click(within(panel).getByRole('button', { name: 'Cancel new.csv' }));
  expect(isAsked()).toBe(false);
});

test('says why a file was not uploaded, in the portal’s words', async () => {
  const body = JSON.stringify({ error: { code: 'too-large', message: 'The files take at most 3 MB.' } });
  TusRequest.answers = [() => ({ status: 413, body })];
  const panel = await drop(aFile());
  expect(await within(panel).findByText('Not uploaded. The files take at most 3 MB.')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Dismiss new.csv' }));
  await waitFor(() => expect(within(panel).queryByText(/Not uploaded/)).toBeNull());
});

test('is cancelled, and tells the portal to forget it', async () => {
  TusRequest.answers = [created];
  const panel = await drop(aFile());
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  fireEvent.click(within(panel).getByRole('button', { name: 'Cancel new.csv' }));
  await waitFor(() => expect(methods().at(-1)).toBe('DELETE'));
  expect(within(panel).queryByRole('progressbar')).toBeNull();
});

test('goes on where it was when the same file is dropped again', async () => {
  TusRequest.answers = [created];
  await drop(aFile());
  await waitFor(() => expect(methods()).toHaveLength(2));
  // As after a reload: the window knows nothing of it but what it wrote down.
  useUploadStore.setState({ entries: [] });
  TusRequest.sent = [];
  TusRequest.answers = [
    () => ({ status: 200, headers: { 'upload-offset': '2', 'upload-length': '3' } }),
    () => ({ status: 204, headers: { 'upload-offset': '3' } }),
  ];
  await drop(aFile());
  await waitFor(() => expect(methods()).toEqual(['HEAD', 'PATCH']));
  expect(TusRequest.sent[1]?.headers['upload-offset']).toBe('2');
});

test('waits for the connection as long as the window is open, and goes on where it was', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  TusRequest.answers = [created, () => ({ status: 0 })];
  const panel = await drop(aFile());
  expect(await within(panel).findByText(WAITING)).toBeTruthy();
  expect(methods()).toEqual(['POST', 'PATCH']);
  isOnline.mockReturnValue(true);
  TusRequest.answers = [() => ({ status: 200, headers: { 'upload-offset': '1', 'upload-length': '3' } })];
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']));
  await waitFor(() => expect(within(panel).queryByText(WAITING)).toBeNull());
  expect(TusRequest.sent[3]?.headers['upload-offset']).toBe('1');
  isOnline.mockRestore();
});

test('says so when nothing moves on its connection, and makes another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  TusRequest.answers = [created];
  const panel = await drop(aFile());
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  expect(within(panel).queryByText(WAITING)).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await within(panel).findByText(WAITING)).toBeTruthy();
  TusRequest.answers = [() => ({ status: 200, headers: { 'upload-offset': '1', 'upload-length': '3' } })];
  await vi.advanceTimersByTimeAsync(12_000);
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']));
  expect(within(panel).queryByText(WAITING)).toBeNull();
});

test('does not begin anew where the portal is asked how far it came while it starts', async () => {
  const busy = () => ({
    status: 503,
    body: JSON.stringify({ error: { code: 'busy', message: 'The portal is busy.' } }),
  });
  TusRequest.answers = [created, busy, busy];
  const panel = await drop(aFile());
  expect(await within(panel).findByText(WAITING)).toBeTruthy();
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH', 'HEAD']));
  TusRequest.answers.push(
    () => ({ status: 200, headers: { 'upload-offset': '1', 'upload-length': '3' } }),
    () => ({ status: 204, headers: { 'upload-offset': '3' } }),
  );
  expect(await screen.findByText('‘new.csv’ uploaded.')).toBeTruthy();
  expect(methods()).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
});

test('is cancelled while it waits for the connection', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  TusRequest.answers = [() => ({ status: 0 })];
  const panel = await drop(aFile());
  await within(panel).findByText(WAITING);
  fireEvent.click(within(panel).getByRole('button', { name: 'Cancel new.csv' }));
  isOnline.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(within(panel).queryByText(WAITING)).toBeNull());
  expect(methods()).toEqual(['POST']);
  isOnline.mockRestore();
});

test('waits for the same user to log in again when the session ended, and goes on where it was', async () => {
  const login = aLogin();
  const refused = { status: 401, body: { error: { code: 'unauthenticated', message: 'Log in.' } } };
  let answer: object = { body: login };
  const portal = new PortalStub().on(auth.login, () => answer).on('GET /api/ef/assets', { body: [asset] });
  portal.on(`GET /api/ef/assets/${asset.assetId}/files`, () => ({ body: stored }));
  // The session is over between two pieces; the portal says so when it is asked how far it came, and after that.
  TusRequest.answers = [created, () => ({ status: 0 }), () => ({ status: 401 })];
  await drop(aFile());
  answer = refused;
  expect(await screen.findByText('What was being uploaded goes on once its user has logged in again.')).toBeTruthy();
  expect(methods()).toEqual(['POST', 'PATCH', 'HEAD']);
  // Somebody else is not the one whose upload it is.
  const other = aLogin(undefined, 'bob');
  act(() =>
    beginSession({ ...other, auth: { ...other.auth, user: { ...other.auth.user, userId: userIdSchema.parse(2) } } }),
  );
  act(() => endSession(undefined));
  expect(methods()).toEqual(['POST', 'PATCH', 'HEAD']);
  TusRequest.answers = [
    () => ({ status: 200, headers: { 'upload-offset': '2', 'upload-length': '3' } }),
    () => ({ status: 204, headers: { 'upload-offset': '3' } }),
  ];
  act(() => beginSession(login));
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']));
  expect(TusRequest.sent[4]?.headers['upload-offset']).toBe('2');
});

test('ends, and does not begin anew, where its user may not upload any more', async () => {
  TusRequest.answers = [created, () => ({ status: 0 }), () => ({ status: 403 })];
  const panel = await drop(aFile());
  expect(await within(panel).findByText('Not uploaded. You may not upload files any more.')).toBeTruthy();
  expect(methods()).toEqual(['POST', 'PATCH', 'HEAD']);
});
