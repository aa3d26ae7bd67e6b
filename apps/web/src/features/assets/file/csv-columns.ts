/** Headers of the columns that a file of assets may have; they match without regard to case. */
export const FIXED_HEADERS = {
  serialNumber: 'Serial number',
  alias: 'Alias',
  definition: 'Definition',
  description: 'Description',
  latitude: 'Latitude',
  longitude: 'Longitude',
} as const;

export type FixedColumn = keyof typeof FIXED_HEADERS;

/** Before the name of an attribute: a column may be called as one of the others is. */
export const ATTRIBUTE_HEADER = 'Attribute ';

/** What a spreadsheet would run; files of the portal have an apostrophe before it. */
export const DEFUSED = /^'(?='*\s*[=+\-@＝＋－＠]|'*[\t\r\n])/u;
