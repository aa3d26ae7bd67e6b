import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller.ts';

/** What a handler gets: parsed input, and the caller (absent only where the call is public, or a device's). */
export interface RouteRequest<C extends Call> {
  readonly call: C;
  readonly caller: Caller;
  readonly optionalCaller: Caller | undefined;
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly raw: FastifyRequest;
  readonly rawReply: FastifyReply;
}

/** An answer that is not plain JSON of the reply schema: another status, headers, text, bytes or a stream. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** What a scope step knows: the body was not looked at yet. */
export type ScopeRequest<C extends Call> = Omit<RouteRequest<C>, 'body' | 'query'>;

export interface RouteOptions<C extends Call> {
  /**
   * Throws 404 when the object of the path is outside the caller's scope. Runs before query and body are validated, so
   * that what is not allowed is never validated first (spec 3 §13).
   */
  readonly scope?: (request: ScopeRequest<C>) => Promise<void> | void;
  /** The body arrives as the Buffer that was sent, whatever its content type; for handlers that parse it themselves. */
  readonly rawBody?: boolean;
  /** The body is multipart/form-data, read by the handler part by part as it comes in; of any length. */
  readonly multipart?: boolean;
  /** The body, if there is one, is bytes of any length that the handler reads from the request as they come in. */
  readonly stream?: boolean;
}

export interface Route {
  readonly call: Call;
  readonly handle: (request: RouteRequest<Call>) => unknown;
  readonly options: RouteOptions<Call>;
}

/** Binds a row of the contract's call table to its handler; access comes with the row, so no route is without it. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  call: Call<P, Q, B, R>,
  handle: (
    request: RouteRequest<Call<P, Q, B, R>>,
  ) => Promise<ReplyOf<Call<P, Q, B, R>> | Answer> | ReplyOf<Call<P, Q, B, R>> | Answer,
  options: RouteOptions<Call<P, Q, B, R>> = {},
): Route {
  return {
    call: call as unknown as Call,
    handle: handle as unknown as Route['handle'],
    options: options as unknown as RouteOptions<Call>,
  };
}
