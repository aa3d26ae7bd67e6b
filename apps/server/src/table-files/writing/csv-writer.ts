import { csvCell } from '@telltale/domain/format/csv.ts';
import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import type { ExportColumn, ExportPage, ExportPlan, WideColumn } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import { MOST_NUMBER_BYTES, writeNumber } from './number-text.ts';
import { Output } from './output.ts';
import type { Sink } from './sink.ts';
import { MOST_TIME_BYTES, TimeText } from './time-text.ts';

const COMMA = 44;
const CR = 13;
const LF = 10;
const LINE_END_BYTES = 2;
/** Rows until it is asked whether to rest, a power of two: they take far less than that time. */
const ROWS = 64;

type LongPage = Extract<ExportPage, { kind: 'long' }>;

/** CSV as RFC 4180 has it, in UTF-8; what a spreadsheet would run as a formula is defused, numbers are left alone. */
export class CsvWriter implements FormatWriter {
  readonly leftOut = 0;
  readonly #output: Output;
  readonly #breath: Breath;
  /** Undefined: numbers stand in their place. */
  readonly #times: TimeText | undefined;
  /** In the long layout what stands between time and value, for each column. */
  readonly #names: Buffer[];
  /** The longest line without text. */
  readonly #lineBytes: number;

  constructor(plan: ExportPlan, sink: Sink, breath: Breath) {
    this.#breath = breath;
    this.#output = new Output(sink);
    const { name: axis, isTime } = plan.table?.axis ?? { name: 'Time', isTime: true };
    this.#times = isTime ? new TimeText(plan.zone) : undefined;
    const isInterval = plan.bucketMs !== null;
    this.#names = plan.columns.map((column) => Buffer.from(`,${longNames(column).map(csvCell).join(',')},`));
    const longest = this.#names.reduce((most, { length }) => Math.max(most, length), 0);
    this.#lineBytes = MOST_TIME_BYTES + LINE_END_BYTES + longest + (plan.columns.length + 1) * (MOST_NUMBER_BYTES + 1);
    const header =
      plan.layout === 'wide'
        ? [axis, ...plan.columns.map(({ name }) => name)]
        : ['Time', 'Asset', 'Data item', 'Unit', ...(isInterval ? ['Function', 'Value'] : ['Value', 'Quality'])];
    this.#output.text(`${header.map(csvCell).join(',')}\r\n`);
  }

  async page(page: ExportPage): Promise<void> {
    for (let row = 0; row < page.timesMs.length; ) {
      row = page.kind === 'wide' ? this.#wideRows(page.timesMs, page.columns, row) : this.#longRows(page, row);
      if (row < page.timesMs.length || !this.#output.hasRoom(this.#lineBytes)) await this.#output.flush();
    }
  }

  end(): Promise<void> {
    return this.#output.end();
  }

  /** Writes rows until the buffer is full, at least one, and answers which comes next. */
  #wideRows(timesMs: Float64Array, columns: readonly WideColumn[], from: number): number {
    const output = this.#output;
    let row = from;
    output.grow(this.#lineBytes);
    while (row < timesMs.length && output.hasRoom(this.#lineBytes)) {
      output.length = this.#axis(output.buffer, output.length, timesMs[row] as number);
      for (let i = 0; i < columns.length; i++) {
        const { values, present, texts } = columns[i] as WideColumn;
        output.buffer[output.length++] = COMMA;
        if (present !== null && present[row] === 0) continue;
        const text = texts === null ? null : texts[row];
        if (typeof text === 'string') this.#text(text);
        else output.length = writeNumber(output.buffer, output.length, values[row] as number);
      }
      this.#endLine();
      row++;
      if (row % ROWS === 0) this.#breath.take();
    }
    return row;
  }

  #longRows({ column, timesMs, values, texts, qualities }: LongPage, from: number): number {
    const output = this.#output;
    const names = this.#names[column] as Buffer;
    let row = from;
    output.grow(this.#lineBytes);
    while (row < timesMs.length && output.hasRoom(this.#lineBytes)) {
      const buffer = output.buffer;
      let at = this.#axis(buffer, output.length, timesMs[row] as number);
      for (let i = 0; i < names.length; i++) buffer[at + i] = names[i] as number;
      at += names.length;
      const text = texts === null ? null : texts[row];
      if (typeof text === 'string') {
        output.length = at;
        this.#text(text);
      } else {
        output.length = writeNumber(buffer, at, values[row] as number);
      }
      if (qualities !== null) {
        output.buffer[output.length++] = COMMA;
        output.length = writeNumber(output.buffer, output.length, qualities[row] as number);
      }
      this.#endLine();
      row++;
      if (row % ROWS === 0) this.#breath.take();
    }
    return row;
  }

  #axis(buffer: Buffer, at: number, value: number): number {
    return this.#times === undefined ? writeNumber(buffer, at, value) : this.#times.write(buffer, at, value);
  }

  /** After it there is room for the rest of a line again. */
  #text(text: string): void {
    this.#output.text(csvCell(text));
    this.#output.grow(this.#lineBytes);
  }

  #endLine(): void {
    const { buffer } = this.#output;
    buffer[this.#output.length++] = CR;
    buffer[this.#output.length++] = LF;
  }
}

function longNames({ asset, item, unit, of }: ExportColumn): string[] {
  return of === null ? [asset, item, unit] : [asset, item, unit, of];
}
