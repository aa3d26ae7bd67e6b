import { describe, expect, it } from 'vitest';
import { ConnectionGate } from './connection-gate.ts';

const LARGE = 200_000;

/** What all connections share; opened and shut by the test. */
class Shared {
  isFull = false;
  commitMs = 0;
  #opened = Promise.withResolvers<void>();
  room(): Promise<void> {
    return this.isFull ? this.#opened.promise : Promise.resolve();
  }
  open(): void {
    this.isFull = false;
    this.#opened.resolve();
    this.#opened = Promise.withResolvers();
  }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the gate of a connection', () => {
  it('is shut by its own messages that wait, and opens when they are stored', async () => {
    const gate = new ConnectionGate(new Shared());
    gate.enter(100);
    expect(gate.isFull).toBe(false);
    gate.enter(LARGE);
    expect(gate.isFull).toBe(true);
    const room = gate.room();
    gate.leave(100);
    expect(await isSettled(room)).toBe(false);
    gate.leave(LARGE);
    expect(await isSettled(room)).toBe(true);
    expect(gate.isFull).toBe(false);
  });

  it('lets as much wait as the time of a commit is long, between a floor and a ceiling', () => {
    const shared = new Shared();
    const gate = new ConnectionGate(shared);
    const shares = [0, 0.2, 1, 4, 10, 1_000_000].map((commitMs) => {
      shared.commitMs = commitMs;
      return gate.shareBytes / 1024;
    });
    expect(shares).toEqual([4, 4, 4, 16, 40, 128]);
    shared.commitMs = 4;
    gate.enter(10 * 1024);
    expect(gate.isFull).toBe(false);
    shared.commitMs = 1;
    expect(gate.isFull).toBe(true);
  });

  it('does not shut the others', () => {
    const shared = new Shared();
    const [flooding, other] = [new ConnectionGate(shared), new ConnectionGate(shared)];
    flooding.enter(LARGE);
    expect(other.isFull).toBe(false);
  });

  it('is shut while what they share is full, too, and opens when both are open', async () => {
    const shared = new Shared();
    const gate = new ConnectionGate(shared);
    shared.isFull = true;
    gate.enter(LARGE);
    const room = gate.room();
    gate.leave(LARGE);
    expect(await isSettled(room)).toBe(false);
    shared.open();
    expect(await isSettled(room)).toBe(true);
  });
});
