/** What `telltale doctor` found out about one thing. */
export interface Finding {
  /** What was looked at. */
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'fault';
  /** How it stands; of a warning or a fault also what to do. */
  readonly text: string;
}

export const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
export const warning = (what: string, text: string): Finding => ({ what, state: 'warning', text });
export const fault = (what: string, text: string): Finding => ({ what, state: 'fault', text });

export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error
      ? error.message
      : String(error);
