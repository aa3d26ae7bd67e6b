import { lazy, Suspense, useEffect, useState } from 'react';
import { useConfirmStore } from './confirm.ts';

const ConfirmModal = lazy(() => import('./ConfirmModal.tsx').then((part) => ({ default: part.ConfirmModal })));

/** Shows the questions of `confirm()`. Mounted once, by the shell; the dialog itself is loaded with the first one. */
export function ConfirmDialog() {
  const isAsking = useConfirmStore((store) => store.open !== undefined);
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    if (isAsking) setHasAsked(true);
  }, [isAsking]);
  return <Suspense>{isAsking || hasAsked ? <ConfirmModal /> : null}</Suspense>;
}
