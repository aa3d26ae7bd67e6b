import type pg from 'pg';
import { oneAtATime } from '../dialects/one-at-a-time.ts';

/** A session at PostgreSQL, as far as it is asked something. */
export interface Session {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** One that several ask at once, each in its turn: pg takes one question at a time. */
export class SharedSession implements Session {
  readonly #client: pg.Client;
  readonly #inTurn = oneAtATime();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#inTurn(() => this.#client.query<Row>(text, values));
  }

  /** Waits for nobody's turn. */
  end(): Promise<void> {
    return this.#client.end();
  }
}
