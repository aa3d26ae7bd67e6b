import type { Log } from '#config/log.ts';
import type { AlarmState } from '#features/alarms/alarm-repository.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { Telling } from '../connection/telling.ts';

export interface ToldAlarmsOptions {
  connection: ClusterConnection;
  /** Of this run of the node. */
  run: string;
  /** Alarms as another node has written them down, each because something happened to it. */
  follow: (states: readonly AlarmState[]) => void;
  /** Makes good what was not heard. */
  catchUp: () => Promise<void>;
  log: Log;
}

/** So many are well below the longest message that NATS takes, however long their causes and notes are. */
const AT_ONCE = 100;

/** How alarms are, told by the node that evaluates them once it is written down, to all others. */
export class ToldAlarms {
  readonly #telling: Telling;

  constructor({ connection, run, follow, catchUp, log }: ToldAlarmsOptions) {
    this.#telling = new Telling({
      connection,
      subject: 'telltale.told.alarms',
      run,
      log,
      take: (payload) => follow(JSON.parse(Buffer.from(payload).toString()) as AlarmState[]),
      catchUp,
    });
  }

  start(): void {
    this.#telling.start();
  }

  tell(states: readonly AlarmState[]): void {
    for (let first = 0; first < states.length; first += AT_ONCE) {
      this.#telling.tell(Buffer.from(JSON.stringify(states.slice(first, first + AT_ONCE))));
    }
  }

  /** Resolves when all that was heard so far is followed. */
  settled(): Promise<void> {
    return this.#telling.settled();
  }

  close(): Promise<void> {
    return this.#telling.close();
  }
}
