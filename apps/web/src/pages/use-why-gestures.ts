import { permissionId } from '@telltale/contract';
import { useEffect } from 'react';
import { setUi } from '#actions/ui-store.ts';
import { useMay } from '#session/session-store.ts';
import { listenForWhy } from './why-gestures.ts';

let users = 0;
let end: (() => void) | undefined;

/** While something on the screen shows values: whoever may look at data items may ask why one has its value. */
export function useWhyGestures(): void {
  const isWanted = useMay(permissionId('DataItems', 'View'));
  useEffect(() => {
    if (!isWanted) return;
    if (users++ === 0) end = listenForWhy((request) => setUi({ why: request }));
    return () => {
      if (--users === 0) end?.();
    };
  }, [isWanted]);
}
