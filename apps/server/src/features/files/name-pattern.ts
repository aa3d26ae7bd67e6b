/** A part of a pattern between two %: text in which undefined stands for any one character. */
type Piece = readonly (string | undefined)[];

/**
 * A matcher for names by a pattern as SQL's LIKE has it: % stands for any text, _ for one character, \ before either takes
 * its meaning away. Case does not matter. Each piece is looked for once, from left to right, so that no pattern costs
 * more than its length times that of the name (the backtracking of databases can cost far more).
 */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const pieces = piecesOf(pattern.toLowerCase());
  const [first = [], ...rest] = pieces;
  const last = rest.pop();
  return (name) => {
    const characters = [...name.toLowerCase()];
    if (!fitsAt(first, characters, 0)) return false;
    if (last === undefined) return first.length === characters.length;
    let at = first.length;
    for (const piece of rest) {
      if (piece.length === 0) continue;
      while (at + piece.length <= characters.length && !fitsAt(piece, characters, at)) at++;
      at += piece.length;
    }
    const end = characters.length - last.length;
    return at <= end && fitsAt(last, characters, end);
  };
}

function piecesOf(pattern: string): Piece[] {
  const pieces: (string | undefined)[][] = [[]];
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    const piece = pieces.at(-1) as (string | undefined)[];
    if (character === '%') {
      // Two in a row are one.
      if (pieces.length === 1 || piece.length > 0) pieces.push([]);
    } else if (character === '_') piece.push(undefined);
    else if (character === '\\' && i + 1 < characters.length) piece.push(characters[++i]);
    else piece.push(character);
  }
  return pieces;
}

function fitsAt(piece: Piece, characters: readonly string[], at: number): boolean {
  if (at + piece.length > characters.length) return false;
  return piece.every((wanted, i) => wanted === undefined || wanted === characters[at + i]);
}
