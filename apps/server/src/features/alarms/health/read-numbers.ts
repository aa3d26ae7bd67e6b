const COMMA = 44;
const MINUS = 45;
const SEMICOLON = 59;
const ZERO = 48;

/**
 * Reads whole numbers of a text, rows with semicolons between and numbers with commas; nothing between two commas is NaN. Of each row
 * the first two are told apart from the others, which stand in a list that is used again for the next row.
 */
export function readNumbers(
  text: string,
  onRow: (first: number, second: number, rest: readonly number[]) => void,
): void {
  if (text === '') return;
  const row: number[] = [];
  const rest: number[] = [];
  let value = Number.NaN;
  let isNegative = false;
  const end = () => {
    row.push(isNegative ? -value : value);
    value = Number.NaN;
    isNegative = false;
  };
  const tell = () => {
    rest.length = 0;
    for (let i = 2; i < row.length; i++) rest.push(row[i] as number);
    onRow(row[0] as number, row[1] as number, rest);
    row.length = 0;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA) end();
    else if (code === SEMICOLON) {
      end();
      tell();
    } else if (code === MINUS) isNegative = true;
    else value = (Number.isNaN(value) ? 0 : value * 10) + (code - ZERO);
  }
  end();
  tell();
}
