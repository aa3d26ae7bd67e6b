import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { medicalTerms } from '@telltale/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PortalStub } from '#testing/portal-stub.ts';
import { PatientForm } from './PatientForm.tsx';
import { type PatientInfo, readPatient } from './patient-info.ts';

const { path } = medicalTerms.findMedicalTerms;

function Form({ onChange }: { onChange: (info: PatientInfo) => void }) {
  const [info, setInfo] = useState(() => readPatient('{"medications":[{"name":"Ibuprofen"}]}')?.info as PatientInfo);
  const change = (next: PatientInfo) => {
    setInfo(next);
    onChange(next);
  };
  return <PatientForm info={info} strange={new Set()} isDisabled={false} onChange={change} />;
}

function draw(): { stub: PortalStub; changes: PatientInfo[] } {
  const stub = new PortalStub();
  const changes: PatientInfo[] = [];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Form onChange={(info) => void changes.push(info)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { stub, changes };
}

const answer = (...terms: string[]) => ({ body: { terms, from: 'list' } });

test('conditions are suggested while one is typed, and any other name can be written', async () => {
  const { stub, changes } = draw();
  stub.on(medicalTerms.findMedicalTerms, answer('Asthma', 'Asthma, seasonal'));
  const field = screen.getByRole('combobox', { name: 'Conditions' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'seas' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Asthma, seasonal' }));
  expect(changes.at(-1)?.lists.conditions).toEqual(['Asthma, seasonal']);
  expect(stub.requests.map(({ url, body }) => [url.pathname, url.search, body])).toEqual([
    [path, '', { kind: 'conditions', text: 'seas' }],
  ]);
  fireEvent.change(field, { target: { value: 'Sea legs' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(changes.at(-1)?.lists.conditions).toEqual(['Asthma, seasonal', 'Sea legs']);
});

test('medicines are suggested for the row that is written, and none is asked for while nobody writes', async () => {
  const { stub, changes } = draw();
  stub.on(medicalTerms.findMedicalTerms, answer('Lisinopril'));
  fireEvent.click(screen.getByRole('button', { name: 'Add medication' }));
  const field = screen.getByRole('combobox', { name: 'Name of medication 2' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'lisi' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Lisinopril' }));
  expect(changes.at(-1)?.medications.map(({ name }) => name)).toEqual(['Ibuprofen', 'Lisinopril']);
  expect(stub.requests.every(({ body }) => (body as { text: string }).text !== 'Ibuprofen')).toBe(true);
});

test('what cannot be suggested can be written all the same, and one letter asks for nothing', async () => {
  const { stub, changes } = draw();
  stub.on(medicalTerms.findMedicalTerms, { status: 503, body: { error: { code: 'x', message: 'Busy.' } } });
  const field = screen.getByRole('combobox', { name: 'Conditions' });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'G' } });
  fireEvent.change(field, { target: { value: 'Gout' } });
  await waitFor(() => expect(stub.requests).toHaveLength(1));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(changes.at(-1)?.lists.conditions).toEqual(['Gout']);
  expect(screen.queryByRole('alert')).toBeNull();
});
