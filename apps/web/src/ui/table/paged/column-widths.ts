import type { TableColumn } from '../table-column.ts';

/** Mean width of a character of the table's 13 px text, pixels, and of its smaller headers. */
const CHARACTER_PX = 7.2;
const HEADER_CHARACTER_PX = 6.8;
/** Left and right of a cell, and the arrow beside a header. */
const PADDING_PX = 28;
const ARROW_PX = 17;
/** Longer texts end in an ellipsis where the table has no room to spare. */
const MOST_CHARACTERS = 24;
/** Numbers are stored with more digits than a cell of its own writes. */
const MOST_FIGURES = 12;
const LEAST_PX = 64;
/** More rows than a page has say nothing new about how long texts get. */
const LOOKED_AT = 60;

/**
 * The columns with a width each, pixels: those without one of their own get what their texts need. A table that has
 * more room shares it out in these proportions, one with less scrolls sideways.
 */
export function fitColumns<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): TableColumn<Row>[] {
  const sample = rows.slice(0, LOOKED_AT);
  return columns.map((column) => {
    if (column.width !== undefined) return column;
    const characters = Math.max(0, ...sample.map((row) => lengthOf(column, row)));
    const header = column.header.length * HEADER_CHARACTER_PX + ARROW_PX;
    const width = Math.ceil(Math.max(LEAST_PX, characters * CHARACTER_PX + PADDING_PX, header + PADDING_PX));
    return { ...column, width: `${width}px` };
  });
}

function lengthOf<Row>({ value: read, cell }: TableColumn<Row>, row: Row): number {
  const value = read(row);
  const isRounded = typeof value === 'number' && cell !== undefined;
  return Math.min(String(value ?? '').length, isRounded ? MOST_FIGURES : MOST_CHARACTERS);
}
