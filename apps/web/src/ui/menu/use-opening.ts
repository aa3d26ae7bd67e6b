import { useEffect, useRef, useState } from 'react';

/** What is loaded with the first click on its button opens as it is drawn. */
export function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button has taken the place of the one that was clicked, and takes the focus over: it comes back to it.
    target.current?.focus();
    setOpen(true);
  }, []);
  return { isOpen, setOpen, target };
}
