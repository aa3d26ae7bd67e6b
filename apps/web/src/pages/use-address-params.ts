import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** Values by name; an empty one leaves the address. */
export type AddressChanges = Readonly<Record<string, string | undefined>>;

/**
 * The parameters of the address, for what shall survive a reload and can be sent to a colleague. `set` changes those
 * named and leaves the others as they are; it replaces the entry of the history, so that Back leaves the page.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: AddressChanges) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { params, set };
}
