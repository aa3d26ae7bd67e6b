import { QueryClient } from '@tanstack/react-query';
import { auth, brokerFileSchema, type OutsideBroker, outsideBroker } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

const connection = {
  address: 'mqtts://broker.example:8883',
  clientId: 'telltale-1',
  isConnected: true,
  version: 5,
  since: '2026-01-31T12:00:00Z',
  failure: null,
  received: 1_200,
  done: 1_190,
  setAside: 3,
  waiting: 10,
  reconnects: 0,
};
const rule = {
  name: 'Pumps',
  topic: 'plant/{serial}/state',
  serialNumber: '{serial}',
  values: [{ path: '$.p', label: 'Pressure', unit: 'bar' }],
};

async function openPage(shown: Partial<OutsideBroker> = {}, path = '/broker') {
  const file = brokerFileSchema.parse({ rules: [rule] });
  let stored: OutsideBroker = { connection, gatewayId: 4, file, version: 'a', ...shown };
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin([1]) })
    .on(outsideBroker.getOutsideBroker, () => ({ body: stored }))
    .on(outsideBroker.putBrokerRules, ({ body }) => {
      const { rules, version } = body as { rules: OutsideBroker['file']['rules']; version: string };
      if (version !== stored.version)
        return { status: 409, body: { error: { code: 'conflict', message: 'Too late.' } } };
      stored = { ...stored, file: { ...file, rules }, version: 'b' };
      return { body: stored };
    })
    .on(outsideBroker.lookAtBroker, {
      body: {
        total: 7,
        failure: null,
        messages: [
          {
            time: '2026-01-31T12:00:00Z',
            topic: 'plant/P-7/state',
            text: '{"p":4.5}',
            bytes: 9,
            retained: false,
            outcomes: [
              {
                rule: 'Pumps',
                serialNumber: 'P-7',
                points: [{ label: 'Pressure', value: 4.5, unit: 'bar', time: null }],
                problems: ['Flow: no time at $.t'],
              },
            ],
          },
          { time: '2026-01-31T11:59:59Z', topic: 'plant/x', text: '', bytes: 0, retained: true, outcomes: [] },
        ],
      },
    });
  const client = new QueryClient();
  await renderApp(path, client);
  const form = within(await screen.findByRole('form', { name: 'Rules' }));
  /** Somebody else saves other rules, and the page asks for them again, if it is told so. */
  const change = async (unit: string, isTold = true) => {
    const values = [{ path: '$.p', label: 'Pressure', unit }];
    stored = { ...stored, file: brokerFileSchema.parse({ rules: [{ ...rule, values }] }), version: unit };
    if (isTold) await act(() => client.invalidateQueries());
  };
  const sent = (method: string) => stub.requests.filter((one) => one.method === method).map(({ body }) => body);
  return { form, sent, change };
}

test('rules are written by the rules of the portal, and saved with what they were', async () => {
  const { form, sent } = await openPage();
  expect(screen.getByText(/Connected to mqtts:\/\/broker.example:8883/)).toBeTruthy();
  const save = () => form.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save().disabled).toBe(true);
  const topic = form.getByLabelText('Topic');
  fireEvent.change(topic, { target: { value: 'plant/{line}/state' } });
  expect(form.getByText('the topic has no part {serial}.')).toBeTruthy();
  expect(save().disabled).toBe(true);
  fireEvent.change(topic, { target: { value: 'plant/{line}/{serial}' } });
  fireEvent.change(form.getByLabelText('Unit 1'), { target: { value: 'psi' } });
  fireEvent.click(form.getByLabelText('The message tells its time'));
  fireEvent.click(save());
  await waitFor(() =>
    expect(sent('PUT')).toMatchObject([
      {
        version: 'a',
        rules: [
          {
            topic: 'plant/{line}/{serial}',
            values: [{ path: '$.p', label: 'Pressure', unit: 'psi' }],
            time: { source: '$.ts', format: 'ms' },
          },
        ],
      },
    ]),
  );
  expect(await screen.findByText(/The rules were saved/)).toBeTruthy();
});

test('what somebody else saves comes into sight, and takes nothing from who is in the middle of a change', async () => {
  const { form, change } = await openPage();
  const unit = () => form.getByLabelText<HTMLInputElement>('Unit 1');
  await change('kPa');
  await waitFor(() => expect(unit().value).toBe('kPa'));
  fireEvent.change(unit(), { target: { value: 'psi' } });
  await change('MPa');
  expect(await form.findByText(/Somebody else has changed the rules meanwhile \(different: Pumps\)/)).toBeTruthy();
  expect(unit().value).toBe('psi');
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.click(form.getByRole('button', { name: 'Discard' }));
  expect(unit().value).toBe('MPa');
  expect(form.queryByText(/meanwhile/)).toBeNull();
});

test('who saves too late sees what is different now', async () => {
  const { form, change } = await openPage();
  await change('kPa', false);
  fireEvent.change(form.getByLabelText('Unit 1'), { target: { value: 'psi' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/meanwhile \(different: Pumps\)/)).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('Unit 1').value).toBe('psi');
});

test('shows what comes of a filter in the address, and what the rules being written make of it', async () => {
  const { form, sent } = await openPage({}, '/broker?filter=plant/%23');
  const messages = await screen.findByRole('list', { name: 'Messages' });
  const [first, second] = within(messages).getAllByRole('listitem');
  expect(first?.textContent).toContain('asset P-7Pressure = 4.5 bar');
  expect(first?.textContent).toContain('set aside: Flow: no time at $.t');
  expect(second?.textContent).toContain('Kept by the broker from before.No rule is for this topic.');
  fireEvent.change(form.getByLabelText('Unit 1'), { target: { value: 'psi' } });
  await waitFor(() =>
    expect(sent('POST').at(-1)).toMatchObject({ filter: 'plant/#', rules: [{ values: [{ unit: 'psi' }] }] }),
  );
});

test('a portal without a broker says what to do, and one that has lost it says why', async () => {
  await openPage({ connection: null, gatewayId: null });
  expect(screen.getByText('The portal is connected to no MQTT broker but its own.')).toBeTruthy();
  expect(screen.getByText('There is no broker to look at.')).toBeTruthy();
});

test('a broker that is away is named with the reason', async () => {
  await openPage({ connection: { ...connection, isConnected: false, failure: 'nothing listens there' } });
  expect(screen.getByText(/Not connected to mqtts/)).toBeTruthy();
  expect(screen.getByText('nothing listens there')).toBeTruthy();
});
