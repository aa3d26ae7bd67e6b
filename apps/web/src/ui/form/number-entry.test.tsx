import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import '#testing/setup.ts';
import { useToastStore } from '#ui/feedback/toast.ts';
import { NumberEntry } from './NumberEntry.tsx';

afterEach(cleanup);

function show(start: number | null, limits: { min?: number; max?: number } = {}) {
  const told = vi.fn();
  function Held() {
    const [value, setValue] = useState(start);
    const change = (next: number | null) => {
      told(next);
      setValue(next);
    };
    return (
      <>
        <NumberEntry aria-label="Limit" {...limits} value={value} onChange={change} />
        <button type="button" onClick={() => setValue(7)}>
          Seven
        </button>
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <Held />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  return { told, field };
}

/** Key after key, as a hand does it: each one is put behind what the field shows. */
function type(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: '' } });
  for (const key of text) fireEvent.change(field, { target: { value: field.value + key } });
}

test.each([
  ['0.05', 0.05],
  ['1200.50', 1200.5],
  ['-0.007', -0.007],
  ['10.00', 10],
  ['-3', -3],
  ['100', 100],
])('%s is typed as it is written, and is %d', (text, number) => {
  const { told, field } = show(3);
  type(field, text);
  expect(field.value).toBe(text);
  expect(told).toHaveBeenLastCalledWith(number);
});

test('a comma that is typed for a point is one', () => {
  const { told, field } = show(3);
  type(field, '-1,05');
  expect([field.value, told.mock.lastCall]).toEqual(['-1.05', [-1.05]]);
});

test.each([
  ['1,5', '1.5', 1.5],
  ['-0,007', '-0.007', -0.007],
  ['0,125', '0.125', 0.125],
  ['1.234,5', '1234.5', 1234.5],
  ['1,234,567', '1234567', 1_234_567],
])('%s that comes as a whole reads %s', (text, shown, number) => {
  const { told, field } = show(3);
  fireEvent.change(field, { target: { value: text } });
  expect([field.value, told.mock.lastCall]).toEqual([shown, [number]]);
});

test('a comma that may mean two things is not guessed at', () => {
  const { told, field } = show(3);
  fireEvent.change(field, { target: { value: '1,234' } });
  const wasTaken = fireEvent.paste(field, { clipboardData: { getData: () => '1,234' } });
  expect([field.value, wasTaken, told.mock.calls]).toEqual(['3', false, []]);
  expect(useToastStore.getState().toasts.map(({ message }) => message)).toEqual([
    '‘1,234’ can be read in two ways. Type the number.',
  ]);
});

test('an emptied field and a sign alone are no number', () => {
  const { told, field } = show(3);
  type(field, '');
  expect(told).toHaveBeenLastCalledWith(null);
  type(field, '-');
  expect([field.value, told.mock.lastCall]).toEqual(['-', [null]]);
});

test('another number from outside takes the place of what was typed', () => {
  const { field } = show(null);
  type(field, '1.50');
  fireEvent.click(screen.getByRole('button'));
  expect(field.value).toBe('7');
});

describe.each([
  ['the field is left', (field: HTMLInputElement) => fireEvent.blur(field)],
  ['Enter is pressed', (field: HTMLInputElement) => fireEvent.keyDown(field, { key: 'Enter' })],
])('when %s', (_, settle) => {
  test.each([
    ['99', '12', 12],
    ['-3', '0', 0],
    ['12', '12', 12],
    ['', '', null],
  ])('%s typed where 0 to 12 may be reads %s', (text, shown, kept) => {
    const { told, field } = show(3, { min: 0, max: 12 });
    type(field, text);
    settle(field);
    expect([field.value, told.mock.lastCall]).toEqual([shown, [kept]]);
  });
});
