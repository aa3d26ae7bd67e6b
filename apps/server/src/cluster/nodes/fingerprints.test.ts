import { expect, it } from 'vitest';
import { refuseStranger } from './fingerprints.ts';

const prints = { cluster: 'a', history: 'b', files: 'c', secret: 'd' };
const living = [{ id: 'x', name: 'one', version: '1.2.0', prints }];

it('takes a node that keeps everything where the others do, and is of their version', () => {
  expect(() => refuseStranger({ name: 'two', version: '1.2.0', prints }, living)).not.toThrow();
});

it.each(['1.3.0', '1.1.9'])('refuses %s beside another version, and says what an upgrade takes', (version) => {
  expect(() => refuseStranger({ name: 'two', version, prints }, living)).toThrow(
    `This is Telltale ${version}, and the node one, which is running, is 1.2.0. Stop all nodes before an upgrade.`,
  );
});
