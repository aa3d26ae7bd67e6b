import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { insist, lazyPart } from './lazy-part.tsx';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;
const StandIn = () => <p>Loading</p>;

class Boundary extends Component<{ children: ReactNode }, { text: string }> {
  override state = { text: '' };
  static getDerivedStateFromError(error: Error) {
    return { text: error.message };
  }
  override render() {
    return this.state.text || this.props.children;
  }
}

test('something stands in for a part until it is there', async () => {
  const Part = lazyPart(async () => Hello, StandIn);
  render(<Part name="Ada" />);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});

test('a part that was loaded before is drawn at once, and is loaded once only', async () => {
  const load = vi.fn(async () => Hello);
  const Part = lazyPart(load, StandIn);
  await Promise.all([Part.preload(), Part.preload()]);
  render(<Part name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that cannot be loaded fails where it is drawn, and is asked for again by the next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error('The portal was updated.'));
  const Part = lazyPart(load, StandIn);
  const view = await act(async () =>
    render(
      <Boundary>
        <Part name="Ada" />
      </Boundary>,
    ),
  );
  expect(screen.getByText('The portal was updated.')).toBeTruthy();
  view.unmount();
  render(<Part name="Ada" />);
  expect(await screen.findByText('Hello Ada')).toBeTruthy();
});

test('what stands beside every page is asked for until it comes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gone = new Error('The portal is being started.');
  const load = vi
    .fn(async () => 'the bell')
    .mockRejectedValueOnce(gone)
    .mockRejectedValueOnce(gone);
  const come = vi.fn();
  void insist(load).then(come);
  await vi.advanceTimersByTimeAsync(29_000);
  expect([load.mock.calls.length, come.mock.calls.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(come.mock.calls).toEqual([['the bell']]);
});
