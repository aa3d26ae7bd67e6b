/** A refusal of the portal, or no answer at all (`status` 0). `message` is safe to show as it is. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** What to tell a user when something did not go well; undefined when it did. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** What to tell a user about anything thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'Something unexpected happened in the browser. Reload the page to continue.';
}

/** The same of a change that is made as a whole or not at all, with that nothing was changed where that is sure. */
export function unchangedMessageOf(error: unknown): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isRefused ? `Nothing was changed. ${error.message}` : messageOf(error);
}
