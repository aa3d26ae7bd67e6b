import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ActDialog } from './ActDialog.tsx';

it('shelves until what the clock of the user shows, not the one of the browser', async () => {
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <ActDialog act="shelve" what="High of Pump 1" zone="Asia/Kathmandu" onSubmit={onSubmit} onClose={vi.fn()} />
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'For how long' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Until a time' }));
  const until = screen.getByLabelText('Until');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Shelve' });
  expect(submit.disabled).toBe(true);
  fireEvent.change(until, { target: { value: '2027-01-02T06:00' } });
  fireEvent.click(submit);
  expect(onSubmit).toHaveBeenCalledWith({ act: 'shelve', note: '', until: '2027-01-02T00:15:00.000Z' });
});
