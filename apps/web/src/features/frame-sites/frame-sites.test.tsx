import { auth, type FrameSite, operations } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const camera = { origin: 'https://cameras.example', keepsOrigin: true, camera: true, microphone: false };

async function openPage(first: FrameSite[]) {
  let sites = first;
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin([1]) })
    .on(operations.getFrameSites, () => ({ body: { sites } }))
    .on(operations.putFrameSites, ({ body }) => {
      ({ sites } = body as { sites: FrameSite[] });
      return { body };
    });
  await renderApp('/frame-sites');
  const form = within(await screen.findByRole('form', { name: 'Sites in tiles' }));
  const sent = () => stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { form, sent };
}

test('sites are added with what is lent to them, by the rules of the portal, and taken away', async () => {
  const { form, sent } = await openPage([camera]);
  const save = () => form.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save().disabled).toBe(true);
  fireEvent.click(form.getByRole('button', { name: 'Add site' }));
  expect(save().disabled).toBe(true);
  const field = form.getByLabelText('Site 2');
  fireEvent.change(field, { target: { value: 'https://maps.example/path' } });
  expect(form.getByText('It must be an origin like https://cameras.example, without a path.')).toBeTruthy();
  fireEvent.change(field, { target: { value: camera.origin } });
  expect(form.getByText('It stands here twice.')).toBeTruthy();
  expect(save().disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'https://maps.example' } });
  fireEvent.click(form.getByLabelText('Microphone of site 2'));
  fireEvent.click(form.getByRole('button', { name: 'Remove site 1' }));
  fireEvent.click(save());
  const maps = { origin: 'https://maps.example', keepsOrigin: false, camera: false, microphone: true };
  await waitFor(() => expect(sent()).toEqual([{ sites: [maps] }]));
  expect(await screen.findByText(/The sites were saved/)).toBeTruthy();
});

test('without sites the page says so', async () => {
  const { form } = await openPage([]);
  expect(form.getByText('No sites may be shown.')).toBeTruthy();
});
