import { HistoryUnavailableError } from '../../port.ts';
import { decodeNative, encodeNative } from '../server/native-format.ts';
import type { HistoryServer } from '../server/open-server.ts';
import { tablesOf } from '../server/tables.ts';

const MONTH_MS = 2_592_000_000;

/** Takes in blocks as a server does, and may be away; what it is asked for it counts only. */
export class FakeServer {
  /** Rows that were there already, with their versions, are no others. */
  readonly blocks: { versions: number[]; values: number[] }[] = [];
  /** Of each block that came, also of one that came again. */
  readonly tokens: string[] = [];
  readonly commands: string[] = [];
  /** What long statements were called. */
  readonly ids: string[] = [];
  /** What it counts. */
  rows = 3;
  isAway = false;
  /** Hears of a block before its answer goes. */
  onInsert: () => Promise<void> = async () => undefined;
  /** Takes the block in, and the answer is lost. */
  losesAnswers = false;

  server(): HistoryServer {
    const refuse = (): void => {
      if (this.isAway) throw new HistoryUnavailableError('it is away', { isAway: true });
    };
    const select = async () => {
      refuse();
      return decodeNative(encodeNative([{ name: 'n', type: 'UInt64', values: Float64Array.of(this.rows) }], 1));
    };
    const connection: HistoryServer['connection'] = {
      select,
      selectLong: select,
      command: async (sql) => {
        refuse();
        this.commands.push(sql);
      },
      commandLong: async (sql, id) => {
        refuse();
        this.commands.push(sql);
        this.ids.push(id);
        if (this.losesAnswers) throw new HistoryUnavailableError('the connection broke', { isAway: true });
      },
      insert: async (sql, block) => {
        refuse();
        this.#refuseManyPartitions(sql, block);
        this.tokens.push(/token = '(.+)'/.exec(sql)?.[1] ?? '');
        const rows = decodeNative(block);
        const versions = [...rows.numbers('version')];
        if (!this.blocks.some((known) => known.versions.join() === versions.join())) {
          this.blocks.push({ versions, values: [...rows.numbers('value')] });
        }
        await this.onInsert();
        if (this.losesAnswers) throw new HistoryUnavailableError('the connection broke', { isAway: true });
      },
      close: async () => undefined,
    };
    return { connection, tables: tablesOf({ database: 'telltale', cluster: undefined }), version: '26.3' };
  }

  /** As a server does that was not told otherwise: parts of months are what a table consists of. */
  #refuseManyPartitions(sql: string, block: Buffer): void {
    const months = new Set(
      decodeNative(block)
        .numbers('time')
        .map((timeMs) => Math.floor(timeMs / MONTH_MS)),
    );
    if (months.size > 100 && !sql.includes('max_partitions_per_insert_block = 0'))
      throw new HistoryUnavailableError('Too many partitions for single INSERT block', { isAway: true });
  }

  get values(): number[] {
    return this.blocks.flatMap(({ values }) => values);
  }
}
