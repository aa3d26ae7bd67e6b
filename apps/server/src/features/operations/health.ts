/** Answers what does not work at this moment, one line each; nothing when all is well. */
export type HealthCheck = () => readonly string[] | Promise<readonly string[]>;

/** Whether everything that accepts data works, and what else is not as it should be, asked of the parts that know. */
export class Health {
  readonly #checks: HealthCheck[] = [];
  readonly #warnings: HealthCheck[] = [];

  add(check: HealthCheck): void {
    this.#checks.push(check);
  }

  /** What it answers does not keep anything from being accepted: damage to what was stored before. */
  addWarning(check: HealthCheck): void {
    this.#warnings.push(check);
  }

  findFaults(): Promise<string[]> {
    return this.#ask(this.#checks);
  }

  findWarnings(): Promise<string[]> {
    return this.#ask(this.#warnings);
  }

  async #ask(checks: readonly HealthCheck[]): Promise<string[]> {
    const answers = await Promise.all(
      checks.map(async (check) => {
        try {
          return await check();
        } catch (error) {
          return [error instanceof Error ? error.message : String(error)];
        }
      }),
    );
    return answers.flat();
  }
}
