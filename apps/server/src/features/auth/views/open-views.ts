import type { AdminId, UserId, View } from '@telltale/contract';
import type { Actor } from '#journal/journal.ts';

export interface OpenView {
  readonly told: View;
  /** The session that it belongs to. */
  readonly authId: string;
  readonly brokerTokenHash: string;
  readonly byUserId: UserId;
  readonly actor: Actor;
  /** In which units both were: who has moved is looked at anew. */
  readonly units: readonly [own: AdminId, seen: AdminId];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** The open views by everything that they are looked up by. */
export class OpenViews {
  readonly #byId = new Map<string, OpenView>();
  readonly #byBrokerToken = new Map<string, OpenView>();

  add(view: OpenView): void {
    this.#byId.set(view.told.viewId, view);
    this.#byBrokerToken.set(view.brokerTokenHash, view);
  }

  /** Answers whether it was there. */
  remove(view: OpenView): boolean {
    this.#byBrokerToken.delete(view.brokerTokenHash);
    return this.#byId.delete(view.told.viewId);
  }

  find(viewId: string): OpenView | undefined {
    return this.#byId.get(viewId);
  }

  findByBrokerToken(brokerTokenHash: string): OpenView | undefined {
    return this.#byBrokerToken.get(brokerTokenHash);
  }

  list(): OpenView[] {
    return [...this.#byId.values()];
  }

  /** Oldest first. */
  ofSession(authId: string): OpenView[] {
    return this.list().filter((view) => view.authId === authId);
  }
}
