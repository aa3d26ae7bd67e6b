import { addressKey } from '#address-key.ts';
import type { Principal } from '../device-registry.ts';

/** The user name of a device that has no token yet. */
const USER_NAME = 'provision';
/** They are nobody yet: a flood of them must not take the places of those who are somebody. */
const MAX_AT_ONCE = 200;
const MAX_OF_ONE_ADDRESS = 50;
/** Long enough to ask; who stays on has nothing more to ask. */
const STAY_MS = 60_000;

/** Connections of devices that have no token yet and may ask for one. */
export class Newcomers {
  readonly #here = new Map<string, { address: string; timer: NodeJS.Timeout }>();
  #nextId = 1;

  static isOne(username: string): boolean {
    return username === USER_NAME;
  }

  /** Undefined: there are too many, in all or of this address. */
  admit(address: string, end: (key: string) => void): Principal | undefined {
    const source = addressKey(address);
    const neighbours = [...this.#here.values()].filter((one) => one.address === source).length;
    if (this.#here.size >= MAX_AT_ONCE || neighbours >= MAX_OF_ONE_ADDRESS) return undefined;
    const key = `n${this.#nextId++}`;
    const leave = () => {
      end(key);
      this.left(key);
    };
    this.#here.set(key, { address: source, timer: setTimeout(leave, STAY_MS).unref() });
    return { kind: 'newcomer', key, address };
  }

  left(key: string): void {
    clearTimeout(this.#here.get(key)?.timer);
    this.#here.delete(key);
  }
}
