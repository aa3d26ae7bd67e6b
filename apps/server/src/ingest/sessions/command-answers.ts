import type { RegisteredDevice } from '../registered-device.ts';

/** What a device answered to a command. */
export interface CommandAnswer {
  device: RegisteredDevice;
  /** As the device wrote it. */
  commandId: string;
  answer: unknown;
}

type Listener = (answer: CommandAnswer) => Promise<void>;

/** Tells whoever keeps the commands what devices answered to them. */
export class CommandAnswers {
  readonly #listeners = new Set<Listener>();

  /** Answers a function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once every listener has kept the answer. */
  async publish(answer: CommandAnswer): Promise<void> {
    await Promise.all([...this.#listeners].map((listener) => listener(answer)));
  }
}
