import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, test } from 'vitest';
import { clockValue, isoOfClock } from '../form/clock-value.ts';
import { DynamicForm } from './DynamicForm.tsx';
import { type FormField, type FormValues, missingFields } from './form-field.ts';

const fields: readonly FormField[] = [
  { type: 'text', name: 'well', label: 'Well', required: true },
  { type: 'text', name: 'notes', label: 'Notes', lines: 3 },
  {
    type: 'enum',
    name: 'rating',
    label: 'Rig Rating',
    options: [
      { value: '285', label: '285,000 lbs' },
      { value: '300', label: '300,000 lbs' },
    ],
  },
  { type: 'separator', label: 'Times' },
  { type: 'boolean', name: 'high', label: 'High Pressure', required: true },
  { type: 'number', name: 'bops', label: 'BOP Count', min: 0, max: 9, required: true },
  { type: 'datetime', name: 'start', label: 'Job start time', required: true },
];

let current: FormValues = {};

function Form({ values, errors = {} }: { values: FormValues; errors?: Record<string, string> }) {
  const [state, setState] = useState(values);
  current = state;
  return (
    <MantineProvider>
      <DynamicForm
        fields={fields}
        values={state}
        errors={errors}
        zone="America/Chicago"
        onChange={(name, value) => setState((before) => ({ ...before, [name]: value }))}
      />
    </MantineProvider>
  );
}

describe('a form that is data', () => {
  it('draws each type of field, and takes what is typed into it', () => {
    render(<Form values={{ start: '2026-07-01T12:00:00.000Z' }} />);
    fireEvent.change(screen.getByRole('textbox', { name: /Well/ }), { target: { value: 'A 7' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value: 'one\ntwo' } });
    fireEvent.click(screen.getByRole('switch', { name: /High Pressure/ }));
    fireEvent.change(screen.getByRole('textbox', { name: /BOP Count/ }), { target: { value: '3' } });
    fireEvent.click(screen.getByRole('combobox', { name: 'Rig Rating' }));
    fireEvent.click(screen.getByRole('option', { name: '300,000 lbs', hidden: true }));
    expect(screen.getByRole('heading', { name: 'Times' })).toBeTruthy();
    const start = screen.getByLabelText<HTMLInputElement>(/Job start time \(America\/Chicago\)/);
    expect(start.value).toMatch(/^2026-07-01 07:00/);
    fireEvent.change(start, { target: { value: '2026-01-01T07:30:15' } });
    expect(current).toEqual({
      well: 'A 7',
      notes: 'one\ntwo',
      high: true,
      bops: 3,
      rating: '300',
      start: '2026-01-01T13:30:15.000Z',
    });
    fireEvent.change(screen.getByRole('textbox', { name: /BOP Count/ }), { target: { value: '' } });
    expect(current.bops).toBeNull();
  });

  it('shows an error at its field, and a value of the wrong type as empty', () => {
    render(<Form values={{ well: 5, rating: 3, start: 'soon', bops: 'many' }} errors={{ well: 'Not a well.' }} />);
    expect(screen.getByText('Not a well.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Well/ }).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>(/Job start time/).value).toBe('');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /BOP Count/ }).value).toBe('');
  });

  it('knows what is missing', () => {
    expect(missingFields(fields, { well: '  ', high: false })).toEqual(['well', 'bops', 'start']);
    expect(missingFields(fields, { well: 'A', high: false, bops: 0, start: '2026-01-01T00:00:00Z' })).toEqual([]);
  });
});

describe('a time on the clock of a zone', () => {
  test.each([
    ['2026-07-01T12:00:00.000Z', 'America/Chicago', '2026-07-01T07:00'],
    ['2026-01-01T12:00:07.000Z', 'Europe/Berlin', '2026-01-01T13:00:07'],
    ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01T00:00'],
  ])('%s in %s is %s, and back', (iso, zone, shown) => {
    expect(clockValue(iso, zone)).toBe(shown);
    expect(isoOfClock(shown, zone)).toBe(iso);
  });

  test.each(['', 'soon', '2026-01-01', '2026-01-01T1', '2026-13-01T00:00'])('%j is none', (text) =>
    expect(isoOfClock(text, 'UTC')).toBeNull(),
  );
});
