/** More columns than any table that people keep has. */
export const MOST_COLUMNS = 1_000;
/** Ten thousand lines of five hundred cells; what is read of them takes some hundred megabytes. */
const MOST_CELLS = 5_000_000;

const [QUOTE, COMMA, SEMICOLON, TAB, LF, CR] = [34, 44, 59, 9, 10, 13];

/**
 * Why a CSV text is not read: a line has too many cells, or all lines together have. It is looked through without making
 * anything of it, for a parser first makes a text of each cell, and fifty million of them are more than a page can hold.
 * @param mostColumns for files that have more than tables which people keep
 * @returns undefined when it can be read
 */
export function faultOfSize(text: string, mostColumns = MOST_COLUMNS): string | undefined {
  const size = new LineSizes(mostColumns);
  let isQuoted = false;
  let isStart = true;
  let isClosed = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (isEndOfLine(text, at)) size.passLine();
      isClosed = code === QUOTE;
      isQuoted = !isClosed;
      continue;
    }
    // A quote opens at the beginning of a cell alone; a doubled one closes and opens again.
    isQuoted = code === QUOTE && (isStart || isClosed);
    isClosed = false;
    const ends = isEndOfLine(text, at);
    isStart = ends || code === COMMA || code === SEMICOLON || code === TAB;
    if (ends) size.endLine();
    else size.count(code);
    if (ends && size.fault !== undefined) return size.fault;
  }
  size.endLine();
  return size.fault;
}

function isEndOfLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || (code === CR && text.charCodeAt(at + 1) !== LF);
}

/** Cells of the lines so far. What divides them is not known: what there is most of on a line counts. */
class LineSizes {
  fault: string | undefined;
  readonly #mostColumns: number;
  #line = 1;
  /** On which what is counted began: a cell in quotes may have lines of its own. */
  #begin = 1;
  #cells = 0;
  #commas = 0;
  #semicolons = 0;
  #tabs = 0;

  constructor(mostColumns: number) {
    this.#mostColumns = mostColumns;
  }

  count(code: number): void {
    if (code === COMMA) this.#commas++;
    else if (code === SEMICOLON) this.#semicolons++;
    else if (code === TAB) this.#tabs++;
  }

  passLine(): void {
    this.#line++;
  }

  endLine(): void {
    const cells = Math.max(this.#commas, this.#semicolons, this.#tabs) + 1;
    this.#cells += cells;
    if (cells > this.#mostColumns) {
      const isFirst = this.#begin === 1;
      const what = isFirst ? 'The first line names' : `Line ${this.#begin.toLocaleString('en')} has`;
      const [count, most] = [cells, this.#mostColumns].map((number) => number.toLocaleString('en'));
      this.fault = `${what} ${count} ${isFirst ? 'columns' : 'cells'}; at most ${most} can be read.`;
    } else if (this.#cells > MOST_CELLS) {
      this.fault = `There are more than ${MOST_CELLS.toLocaleString('en')} cells.`;
    }
    this.#line++;
    this.#begin = this.#line;
    this.#commas = 0;
    this.#semicolons = 0;
    this.#tabs = 0;
  }
}
