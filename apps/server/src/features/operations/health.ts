/** Answers what does not work at this moment, one line each; nothing when all is well. */
export type HealthCheck = () => readonly string[] | Promise<readonly string[]>;

/** Whether everything that accepts data works, asked of the parts that know. */
export class Health {
  readonly #checks: HealthCheck[] = [];

  add(check: HealthCheck): void {
    this.#checks.push(check);
  }

  async findFaults(): Promise<string[]> {
    const answers = await Promise.all(
      this.#checks.map(async (check) => {
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
