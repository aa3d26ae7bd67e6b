// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { withOwnersPort } from './port.ts';

/** A message to the sandbox's window, with a port or without. */
function send(source: MessageEventSource | null, ports: MessagePort[], data: unknown = 'port'): void {
  window.dispatchEvent(new MessageEvent('message', { source, ports, data }));
}

function aPort() {
  return { start: vi.fn() } as unknown as MessagePort;
}

test('a sandbox takes its work from its owner alone, and from the first port that it hands over (E14)', () => {
  const foreign = document.createElement('iframe');
  document.body.append(foreign);
  const taken: MessagePort[] = [];
  withOwnersPort((port) => taken.push(port));
  send(foreign.contentWindow, [aPort()]);
  send(null, [aPort()]);
  send(window.parent, [], { type: 'result', json: '[{"name":"forged"}]' });
  expect(taken).toEqual([]);
  const own = aPort();
  send(window.parent, [own]);
  expect(taken).toEqual([own]);
  expect(own.start).toHaveBeenCalledOnce();
  send(window.parent, [aPort()]);
  expect(taken).toEqual([own]);
});
