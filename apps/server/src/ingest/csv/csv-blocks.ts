import { CsvError } from './csv-error.ts';
import { readUtf8, type TextFile } from './text-file.ts';

export interface CsvRow {
  /** Line of the file on which the row begins, from 1. */
  line: number;
  fields: string[];
}

/** Some whole rows, and where the next one begins. */
export interface CsvBlock {
  rows: CsvRow[];
  /** Offset in the text as UTF-8. */
  endOffset: number;
  endLine: number;
}

/** No row of measurements is longer; a file without line ends, or with a quote that never closes, ends here. */
const MAX_ROW_BYTES = 10 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

export interface BlockOptions {
  delimiter: string;
  fromOffset?: number;
  fromLine?: number;
}

/**
 * Reads a file as rows, a block at a time in bounded memory. Lines end with LF, CRLF or CR; empty lines are passed over.
 * @throws CsvError for a row that does not end
 */
export async function* readBlocks(file: TextFile, options: BlockOptions): AsyncGenerator<CsvBlock> {
  let offset = options.fromOffset ?? 0;
  let line = options.fromLine ?? 1;
  let rest: Buffer = Buffer.alloc(0);
  let lineEnd: number | undefined;
  for await (const bytes of readUtf8(file, offset)) {
    const buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    lineEnd ??= buffer.includes(LF) ? LF : buffer.includes(CR) ? CR : undefined;
    const end = lineEnd === undefined ? 0 : endOfRows(buffer, lineEnd, options.delimiter);
    rest = buffer.subarray(end);
    if (rest.length > MAX_ROW_BYTES) {
      const lines = rest.includes(QUOTE) ? 'a quote that is opened there is never closed' : 'no line ends there';
      throw new CsvError(`the row after line ${line} is longer than ${MAX_ROW_BYTES / 1024 / 1024} MB: ${lines}`);
    }
    if (end === 0) continue;
    offset += end;
    const block = toRows(buffer.toString('utf8', 0, end), lineEnd ?? LF, line, options.delimiter);
    line = block.endLine;
    yield { ...block, endOffset: offset };
  }
  if (rest.length === 0) return;
  const block = toRows(rest.toString('utf8'), lineEnd ?? LF, line, options.delimiter);
  yield { ...block, endOffset: offset + rest.length };
}

/** Follows quotes: one opens only at the beginning of a field, so that the inches of a pipe are no quote. */
class Quotes {
  isOpen = false;
  readonly #delimiter: number;
  #before = LF;
  #justClosed = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  next(code: number): void {
    if (code === QUOTE) {
      const begins = this.#before === this.#delimiter || this.#before === LF || this.#before === CR;
      // A doubled quote inside quotes closes them and opens them again.
      const opens = !this.isOpen && (begins || this.#justClosed);
      this.#justClosed = this.isOpen;
      this.isOpen = opens;
    } else {
      this.#justClosed = false;
    }
    this.#before = code;
  }
}

/** Where the last whole row ends: after the last line end that is not inside quotes. */
function endOfRows(buffer: Buffer, lineEnd: number, delimiter: string): number {
  if (!buffer.includes(QUOTE)) return buffer.lastIndexOf(lineEnd) + 1;
  const quotes = new Quotes(delimiter);
  let end = 0;
  for (let at = 0; at < buffer.length; at++) {
    const byte = buffer[at] ?? 0;
    quotes.next(byte);
    if (byte === lineEnd && !quotes.isOpen) end = at + 1;
  }
  return end;
}

function hasOpenQuote(row: string, delimiter: string): boolean {
  const quotes = new Quotes(delimiter);
  for (let at = 0; at < row.length; at++) quotes.next(row.charCodeAt(at));
  return quotes.isOpen;
}

function toRows(text: string, lineEnd: number, firstLine: number, delimiter: string) {
  const rows: CsvRow[] = [];
  const lines = text.split(lineEnd === LF ? '\n' : '\r');
  if (lines.at(-1) === '') lines.pop();
  let line = firstLine;
  for (let index = 0; index < lines.length; index++) {
    const begin = line++;
    let row = withoutReturn(lines[index] ?? '');
    if (!row.includes('"')) {
      if (row !== '') rows.push({ line: begin, fields: row.split(delimiter) });
      continue;
    }
    while (hasOpenQuote(row, delimiter) && index + 1 < lines.length) {
      row += `\n${withoutReturn(lines[++index] ?? '')}`;
      line++;
    }
    rows.push({ line: begin, fields: quotedFields(row, delimiter) });
  }
  return { rows, endLine: line };
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The fields of a row that has quotes; a quote in the middle of a field stands for itself. */
function quotedFields(row: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (row[at] === '"') {
      let close = row.indexOf('"', at + 1);
      while (close !== -1 && row[close + 1] === '"') {
        field += row.slice(at + 1, close + 1);
        at = close + 1;
        close = row.indexOf('"', at + 1);
      }
      if (close === -1) close = row.length;
      field += row.slice(at + 1, close);
      at = close + 1;
    }
    const end = row.indexOf(delimiter, at);
    fields.push(field + row.slice(at, end === -1 ? undefined : end));
    if (end === -1) return fields;
    at = end + 1;
  }
}
