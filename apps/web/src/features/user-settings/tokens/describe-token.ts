import { permissionCatalogue } from '@telltale/contract';
import { formatDate } from '@telltale/domain/format/time.ts';

const MOST_NAMED = 4;

/** What a token may do, in words. */
export function describeScope(permissionIds: readonly number[] | null): string {
  if (permissionIds === null) return 'Everything that you may do';
  const names = permissionCatalogue.filter(({ permissionId }) => permissionIds.includes(permissionId));
  if (names.length === 0) return 'Nothing but your own account';
  const first = names.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = names.length - first.length;
  return more > 0 ? `${first.join(', ')} and ${more} more` : first.join(', ');
}

/** Until when a token works. */
export function describeExpiry(expires: string | null, nowMs: number, zone: string): string {
  if (expires === null) return 'does not expire';
  const day = formatDate(Date.parse(expires), zone);
  return Date.parse(expires) <= nowMs ? `expired on ${day}` : `expires on ${day}`;
}
