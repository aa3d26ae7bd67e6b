import { databaseFaultOf } from '#db/database-faults.ts';
import type { SessionRecord, SessionRepository } from './session-repository.ts';

/** Sessions and ends of sessions that a full disk had no room for, until they are written. */
export class UnwrittenSessions {
  readonly #repository: SessionRepository;
  readonly #unsaved = new Map<string, SessionRecord>();
  readonly #undeleted = new Set<string>();

  constructor(repository: SessionRepository) {
    this.#repository = repository;
  }

  keep(session: SessionRecord): void {
    this.#unsaved.set(session.authId, session);
  }

  /** Its end is written already, or it never was. */
  forget(authId: string): void {
    this.#unsaved.delete(authId);
  }

  /** They ended in memory; those that have a row are to lose it. */
  end(authIds: readonly string[]): void {
    for (const authId of authIds) if (!this.#unsaved.delete(authId)) this.#undeleted.add(authId);
  }

  /** Until the rows of what ended are gone, a restart would bring it back. */
  async deleteEnded(): Promise<void> {
    const authIds = [...this.#undeleted];
    if (authIds.length === 0) return;
    await this.#repository.delete(authIds);
    for (const authId of authIds) this.#undeleted.delete(authId);
  }

  /** What still finds no room stays for the next time. */
  async save(): Promise<void> {
    for (const session of this.#unsaved.values()) {
      try {
        await this.#repository.insert(session);
        this.#unsaved.delete(session.authId);
      } catch (error) {
        if (databaseFaultOf(error) !== 'full') throw error;
      }
    }
  }
}
