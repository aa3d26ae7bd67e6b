/** A file that cannot be read as a table of measurements; the text is for whoever named the file. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}
