import type { Migration } from 'kysely/migration';
import * as identity from './migrations/0001-identity.ts';

/** Every migration by name, in order. A released one is never changed: add the next. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-identity': identity,
};
