import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '#testing/setup.ts';
import { clockValue, isoOfClock } from '../clock-value.ts';
import { MomentField } from './MomentField.tsx';

afterEach(cleanup);

function show(start: string, props: Partial<Parameters<typeof MomentField>[0]> = {}) {
  const told = vi.fn();
  function Held() {
    const [value, setValue] = useState(start);
    const change = (next: string) => {
      told(next);
      setValue(next);
    };
    return (
      <>
        <MomentField label="Begins" {...props} value={value} onChange={change} />
        <button type="button" onClick={() => setValue('2030-01-01T00:00')}>
          Elsewhere
        </button>
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <Held />
    </MantineProvider>,
  );
  return { told, field: screen.getByLabelText<HTMLInputElement>('Begins') };
}

/** Key after key, as a hand does it. */
function type(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: '' } });
  for (const key of text) fireEvent.change(field, { target: { value: field.value + key } });
}

test('a moment is shown with 24 hours and typed as it is shown; until it is one, the field is empty to its form', () => {
  const { told, field } = show('2026-11-23T14:05');
  expect(field.value).toBe('2026-11-23 14:05');
  type(field, '2026-11-24 6:30');
  expect(field.value).toBe('2026-11-24 6:30');
  expect(told.mock.calls.flat()).toEqual(['', '2026-11-24T06:30']);
  fireEvent.blur(field);
  expect(field.value).toBe('2026-11-24 06:30');
});

test('what is no moment is said once the field is left, and holds its form back', () => {
  const { field } = show('');
  type(field, '2026-02-30 10:00');
  expect(screen.queryByText(/Write it as/)).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText('Write it as 2026-11-23 14:05.')).toBeTruthy();
  expect(field.validity.customError).toBe(true);
  type(field, '2026-02-28');
  fireEvent.blur(field);
  expect([field.value, field.validity.customError]).toEqual(['2026-02-28 00:00', false]);
});

test('a day alone is its beginning for a form that is sent by the Enter key, too', () => {
  const { told, field } = show('');
  type(field, '2026-02-28');
  expect(told).not.toHaveBeenCalledWith('2026-02-28T00:00');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(told).toHaveBeenLastCalledWith('2026-02-28T00:00');
  expect(field.value).toBe('2026-02-28 00:00');
});

test('the last and the first moment that may be are said', () => {
  const { field } = show('2026-11-23T14:05', { min: '2026-11-01T00:00', max: '2026-11-23T12:00' });
  expect(screen.getByText('Not after 2026-11-23 12:00.')).toBeTruthy();
  type(field, '2026-10-31 23:59');
  fireEvent.blur(field);
  expect(screen.getByText('Not before 2026-11-01 00:00.')).toBeTruthy();
});

test('arrow keys count the part at the caret, and what comes from elsewhere takes the place of what was typed', () => {
  const { told, field } = show('2026-11-23T23:59');
  field.setSelectionRange(12, 12);
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(told).toHaveBeenLastCalledWith('2026-11-24T00:59');
  type(field, 'no');
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(field.value).toBe('2030-01-01 00:00');
});

test('the zone of the clock is named', () => {
  show('2026-11-23T14:05', { zone: 'UTC' });
  expect(screen.getByText('UTC')).toBeTruthy();
});

test('a day is chosen in a calendar, and the time of day stays', async () => {
  const { told, field } = show('2026-11-23T14:05', { zone: 'UTC' });
  fireEvent.keyDown(field, { key: 'ArrowDown', altKey: true });
  fireEvent.click(await screen.findByRole('button', { name: '25 November 2026' }));
  expect(told).toHaveBeenLastCalledWith('2026-11-25T14:05');
  fireEvent.click(screen.getByRole('button', { name: 'Choose a day' }));
  fireEvent.change(await screen.findByLabelText('Hour'), { target: { value: '06' } });
  expect(field.value).toBe('2026-11-25 06:05');
});

test('a filter stays as it was while its moment is corrected, until it is a moment again or empty', () => {
  const { told, field } = show('2026-11-23T14:05', { keepsLast: true });
  fireEvent.change(field, { target: { value: '2026-11-2 14:0' } });
  expect(field.value).toBe('2026-11-2 14:0');
  fireEvent.blur(field);
  expect(screen.getByText('Write it as 2026-11-23 14:05.')).toBeTruthy();
  expect(told).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '2026-11-24 14:05' } });
  fireEvent.change(field, { target: { value: '' } });
  expect(told.mock.calls.flat()).toEqual(['2026-11-24T14:05', '']);
});

test.each([
  ['Europe/Berlin', '2026-03-29 02:30', '03:30'],
  // Half an hour is skipped, and the clock goes forward in October.
  ['Australia/Lord_Howe', '2026-10-04 02:10', '02:40'],
])('an hour that the clock of %s skips is no moment, and what comes in its place is said', (zone, text, later) => {
  const { told, field } = show('', { zone });
  type(field, text);
  fireEvent.blur(field);
  const time = text.slice(11);
  expect(
    screen.getByText(`The clock goes forward over ${time} that day (${zone}). ${later} is as much later.`),
  ).toBeTruthy();
  expect([field.validity.customError, told.mock.calls.flat().filter((value) => value !== '')]).toEqual([true, []]);
  type(field, text.replace(time, later));
  expect(told).toHaveBeenLastCalledWith(text.replace(time, later).replace(' ', 'T'));
  expect(field.validity.customError).toBe(false);
});

test('of a time that comes twice it is asked which, and it stays what was answered', async () => {
  const zone = 'Europe/Berlin';
  const { told, field } = show('', { zone });
  type(field, '2026-10-25 02:30');
  const which = await screen.findByLabelText<HTMLSelectElement>('02:30 comes twice that day. Which is it?');
  expect([...which.options].map(({ text }) => text)).toEqual(['The earlier, GMT+2', 'The later, GMT+1']);
  expect(isoOfClock(told.mock.lastCall?.[0], zone)).toBe('2026-10-25T00:30:00.000Z');
  fireEvent.change(which, { target: { value: which.options[1]?.value } });
  fireEvent.blur(field);
  const later = told.mock.lastCall?.[0];
  expect([field.value, isoOfClock(later, zone)]).toEqual(['2026-10-25 02:30', '2026-10-25T01:30:00.000Z']);
  expect(clockValue('2026-10-25T01:30:00Z', zone)).toBe(later);
  expect(clockValue('2026-10-25T00:30:00Z', zone)).toBe('2026-10-25T02:30');
  type(field, '2026-10-25 04:30');
  expect(screen.queryByLabelText(/comes twice/)).toBeNull();
});
