/** Names of settings that a stored bag has wrong, with their places: `decimals`, `series[1].smooth`. */
export function settingsFaults(stored: unknown, read: unknown): string[] {
  return faultsIn(stored, read, '');
}

/** Beyond this nobody reads on. */
const MOST = 20;

/** Where text means automatic or none (spec 1 §5), which reads as null. */
const AUTOMATIC = /(^|\.)(min|max|band[12]End|startAngle|tickAngle)$/;

function faultsIn(stored: unknown, read: unknown, place: string): string[] {
  // What is not there has its default, which is nothing wrong.
  if (stored === undefined || stored === null) return [];
  if (Array.isArray(read)) return faultsInList(stored, read, place);
  if (typeof read === 'object' && read !== null) return faultsInObject(stored, read, place);
  return isRead(stored, read, place) ? [] : [place];
}

function faultsInList(stored: unknown, read: readonly unknown[], place: string): string[] {
  // A record may be read as a list of its entries, as headers are.
  if (!Array.isArray(stored)) return typeof stored === 'object' && read.length > 0 ? [] : [place];
  // Words may stand in another order than they were stored in.
  const isWords = read.every((entry) => typeof entry === 'string');
  if (stored.length !== read.length) return [place];
  if (isWords) return [];
  return stored.flatMap((entry, index) => faultsIn(entry, read[index], `${place}[${index}]`)).slice(0, MOST);
}

function faultsInObject(stored: unknown, read: object, place: string): string[] {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return [place];
  return Object.entries(read)
    .flatMap(([key, value]) => {
      const name = place === '' ? key : `${place}.${key}`;
      return Object.hasOwn(stored, key) ? faultsIn((stored as Record<string, unknown>)[key], value, name) : [];
    })
    .slice(0, MOST);
}

/** Whether a stored word says what was read from it: a default in its place says that it could not be read. */
function isRead(stored: unknown, read: unknown, place: string): boolean {
  if (read === null) return stored === '' || (typeof stored === 'string' && AUTOMATIC.test(place));
  switch (typeof read) {
    case 'number':
      // Numbers beyond their limits are brought within; text may hold a number, as forms store it.
      return (
        typeof stored === 'number' || (typeof stored === 'string' && Number.isFinite(Number(stored || Number.NaN)))
      );
    case 'boolean':
      return typeof stored === 'boolean';
    case 'string':
      return typeof stored === 'string' && (stored.trim() === '' || (read !== '' && read.includes(stored.trim())));
    default:
      return true;
  }
}
