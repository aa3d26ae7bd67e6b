/** The history's server cannot be used as it is set up; the message says why in one line and is shown as it stands. */
export class HistoryServerError extends Error {
  override readonly name = 'HistoryServerError';
}

/** The server refuses the portal what it asks for: so it is until somebody changes what the message names. */
export class HistoryRefusedError extends HistoryServerError {}
