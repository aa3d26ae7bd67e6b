import type { z } from 'zod';
import { type PermissionAction, type PermissionGroup, permissionId } from '../permissions.ts';
import type { Proof } from './proof.ts';

/**
 * Who may make a call. `public`: anyone. `session`: any signed-in user or API token. `device`: the access token stands
 * in the path. `operations`: loopback or an API token (metrics). A permission: its holders; *which* assets they may
 * touch is decided by the server's Visibility on top of it.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'device' }
  | { kind: 'operations' }
  | {
      kind: 'permission';
      permissionId: number;
      /** Permissions that are needed beside it. */
      and?: readonly number[];
      /** Any of these will do instead: a call that both creates and changes asks itself for the right one. */
      or?: readonly number[];
    };

export const anyone: Access = { kind: 'public' };
export const session: Access = { kind: 'session' };
export const device: Access = { kind: 'device' };
export const operations: Access = { kind: 'operations' };

/** Access for holders of a permission, e.g. `may('Assets', 'View')`. */
export function may(group: PermissionGroup, action: PermissionAction): Access {
  return { kind: 'permission', permissionId: permissionId(group, action) };
}

type PermissionOf = readonly [PermissionGroup, PermissionAction];

/** Access for who holds every one of these permissions: a link needs the permission of both its sides (spec 3 §13). */
export function mayAll(first: PermissionOf, ...others: PermissionOf[]): Access {
  return {
    kind: 'permission',
    permissionId: permissionId(...first),
    and: others.map((other) => permissionId(...other)),
  };
}

/** Access for holders of any of these permissions; the handler asks for the right one. */
export function mayOneOf(first: PermissionOf, ...others: PermissionOf[]): Access {
  return { kind: 'permission', permissionId: permissionId(...first), or: others.map((one) => permissionId(...one)) };
}

/** Access to a call that creates or changes. */
export function mayCreateOrModify(group: PermissionGroup): Access {
  return mayOneOf([group, 'Create'], [group, 'Modify']);
}

/** Whether the holder of some permissions may make a call; `true` where no permission is asked for. */
export function isPermitted(access: Access, holds: (permissionId: number) => boolean): boolean {
  if (access.kind !== 'permission') return true;
  const holdsOne = [access.permissionId, ...(access.or ?? [])].some(holds);
  return holdsOne && (access.and ?? []).every(holds);
}

export const administrators: Access = { kind: 'permission', permissionId: 1 };

/** HEAD and PATCH: only where a protocol says so (resumable uploads). */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH';

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With parameters in braces: `/api/ef/assets/{assetId}`. Matched without regard to case and trailing slash. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** Set on every call that leads to somebody's account: see `Proof`. */
  readonly proof?: Proof;
  /** A GET that changes something (spec 1 §7 has several): guarded against other sites like an unsafe method. */
  readonly changesState?: boolean;
  /**
   * A GET that changes nothing anybody works with, and still leaves something behind: an entry of the journal in the
   * caller's name, a login that has begun. A tile must not make it for its viewer (`isReading`).
   */
  readonly leavesTrace?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The largest body, bytes; 1 MB when it is not said. */
  readonly maxBodyBytes?: number;
  /** The JSON answer. A call that answers something else says so in `replyType` and has `z.unknown()` here. */
  readonly reply: Reply;
  readonly replyType?: string;
}

/** Declares one row of the call table; the identity function, but it infers the schemas. */
export function call<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
>(row: Call<Params, Query, Body, Reply>): Call<Params, Query, Body, Reply> {
  return row;
}

/** Whether a call answers what is there and leaves nothing behind, so that a dashboard may make it for its viewer. */
export function isReading({ method, changesState, leavesTrace, access }: Call): boolean {
  if (method !== 'GET' || changesState || leavesTrace) return false;
  return access.kind === 'session' || access.kind === 'permission' || access.kind === 'public';
}

export type ParamsOf<C> = C extends Call<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<C> = C extends Call<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<C> = C extends Call<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type ReplyOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** What a caller passes (before defaults and transforms); ids in paths and queries are given as strings or numbers. */
export type ParamsInput<C> = C extends Call<infer P, infer _Q, infer _B, infer _R> ? Loose<z.input<P>> : never;
export type QueryInput<C> = C extends Call<infer _P, infer Q, infer _B, infer _R> ? Loose<z.input<Q>> : never;
export type BodyInput<C> = C extends Call<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;

type Loose<T> = T extends object ? { [K in keyof T]: T[K] | number | boolean } : T;
