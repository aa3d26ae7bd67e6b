import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '#testing/setup.ts';
import { SearchField } from './SearchField.tsx';

afterEach(cleanup);

function show() {
  const told = vi.fn();
  function Held() {
    const [value, setValue] = useState('');
    const change = (text: string) => {
      told(text);
      setValue(text);
    };
    return (
      <>
        <SearchField label="Search" clearLabel="Clear" value={value} onChange={change} />
        <button type="button" onClick={() => setValue('from elsewhere')}>
          Elsewhere
        </button>
      </>
    );
  }
  const { unmount } = render(
    <MantineProvider env="test">
      <Held />
    </MantineProvider>,
  );
  return { told, unmount, field: screen.getByRole<HTMLInputElement>('textbox') };
}

const type = (field: HTMLInputElement, text: string) => fireEvent.change(field, { target: { value: text } });

test('what is typed is seen before it is handed on, and fast keys are handed on as one', async () => {
  const { told, field } = show();
  type(field, 'p');
  type(field, 'pu');
  expect(field.value).toBe('pu');
  expect(told).not.toHaveBeenCalled();
  await expect.poll(() => told.mock.calls).toEqual([['pu']]);
  expect(field.value).toBe('pu');
});

test('what comes from elsewhere takes the place of what was typed', async () => {
  const { told, field } = show();
  type(field, 'pump');
  await expect.poll(() => told.mock.calls).toEqual([['pump']]);
  fireEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(field.value).toBe('from elsewhere');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.value).toBe('');
  await expect.poll(() => told.mock.lastCall).toEqual(['']);
});

test('a field that is gone hands nothing on', async () => {
  const { told, field, unmount } = show();
  type(field, 'pump');
  unmount();
  await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 20)));
  expect(told).not.toHaveBeenCalled();
});
