/** The history's server cannot be used as it is set up; the message says why in one line and is shown as it stands. */
export class HistoryServerError extends Error {
  override readonly name = 'HistoryServerError';
}
