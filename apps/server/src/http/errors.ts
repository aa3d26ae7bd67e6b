/** A refusal that is safe to show: status, code and text go to the caller as they are (spec 3 §5). */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: unknown; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

export const badRequest = (message: string, details?: unknown) =>
  new HttpError(400, 'bad-request', message, details === undefined ? {} : { details });
export const unauthorized = (message = 'No valid session.') => new HttpError(401, 'unauthorized', message);
export const forbidden = (message = 'You are not allowed to do this.') => new HttpError(403, 'forbidden', message);
/** Also the answer for what lies outside the caller's scope: existence must not leak. */
export const notFound = (what = 'The object') => new HttpError(404, 'not-found', `${what} was not found.`);
export const isNotFound = (error: unknown) => error instanceof HttpError && error.status === 404;
export const conflict = (message: string, details?: unknown) =>
  new HttpError(409, 'conflict', message, details === undefined ? {} : { details });
export const tooLarge = (message: string, details?: unknown) =>
  new HttpError(413, 'too-large', message, details === undefined ? {} : { details });
