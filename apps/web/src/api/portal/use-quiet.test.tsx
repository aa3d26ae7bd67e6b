import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useQuiet } from './use-quiet.ts';

function Page({ answer, everyMs }: { answer: () => Promise<string>; everyMs?: number }) {
  useQuery({ queryKey: ['asked'], queryFn: answer, ...(everyMs === undefined ? {} : { refetchInterval: everyMs }) });
  return <p>{useQuiet(1_500, 10_000) ? 'stands' : 'opens'}</p>;
}

function open(answer: () => Promise<string>, everyMs?: number): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Page answer={answer} {...(everyMs === undefined ? {} : { everyMs })} />
    </QueryClientProvider>,
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a page stands when nothing was asked for a while, however long an answer took', async () => {
  let answer: (text: string) => void = () => undefined;
  open(() => new Promise((resolve) => (answer = resolve)));
  await pass(6_000);
  expect(screen.getByText('opens')).toBeTruthy();
  answer('late');
  await pass(1_000);
  expect(screen.getByText('opens')).toBeTruthy();
  await pass(1_000);
  expect(screen.getByText('stands')).toBeTruthy();
});

test('a page on which something is asked for again and again stands after ten seconds', async () => {
  open(() => new Promise((resolve) => setTimeout(() => resolve('now'), 900)), 1_000);
  await pass(9_500);
  expect(screen.getByText('opens')).toBeTruthy();
  await pass(1_000);
  expect(screen.getByText('stands')).toBeTruthy();
});
