/** What is wrong with a measurement file, in words for who opened it. */
export class TdmsError extends Error {
  override readonly name = 'TdmsError';
}
