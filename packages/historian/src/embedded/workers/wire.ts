import { TooManyPointsError } from '../../port.ts';
import type { Damage } from '../damage.ts';

/** A message to a thread: a numbered task; the answer carries the same number. */
export interface TaskMessage<Task> {
  id: number;
  task: Task;
}

/** To a thread in place of a task: there will be no more. */
export const END = 'end';

export interface TaskAnswer<Result> {
  id: number;
  result?: Result;
  error?: WireError;
  /** Damage met on the way. */
  damage: Damage[];
}

/** An error on its way between threads, with what tells one kind from another. */
export interface WireError {
  name: string;
  message: string;
  /** SQLite's number for it. */
  errcode?: number;
  /** The system's name for it. */
  code?: string;
  tooMany?: { points: number; limit: number };
}

export function toWireError(error: unknown): WireError {
  if (error instanceof TooManyPointsError) {
    const { name, message, points, limit } = error;
    return { name, message, tooMany: { points, limit } };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const wire: WireError = { name, message };
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number') wire.errcode = error.errcode;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') wire.code = error.code;
  return wire;
}

export function fromWireError({ name, message, tooMany, ...numbers }: WireError): Error {
  if (tooMany) return new TooManyPointsError(tooMany.points, tooMany.limit);
  if (name === 'AbortError') return new DOMException(message, 'AbortError');
  const error = new Error(message);
  error.name = name;
  return Object.assign(error, numbers);
}
