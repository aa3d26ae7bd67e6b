import { useEffect, useMemo, useRef, useState } from 'react';

/** Nothing was typed for so long. */
const PAUSE_MS = 300;

export interface TypedText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Keeps at once what was typed. */
  readonly settle: () => void;
}

/**
 * A text that its field has at once, and whoever keeps it (the address) when nothing was typed for a moment or the field is left: what
 * the address keeps draws the whole page anew, and no letter should wait for that.
 */
export function useTypedText(kept: string, keep: (text: string) => void): TypedText {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ typed, keep });
  latest.current = { typed, keep };
  // Not kept where the page is left meanwhile: the address is another page's then.
  useEffect(() => () => clearTimeout(timer.current), []);

  const hands = useMemo(() => {
    const settle = () => {
      clearTimeout(timer.current);
      if (latest.current.typed === undefined) return;
      latest.current.keep(latest.current.typed);
      setTyped(undefined);
    };
    const type = (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, PAUSE_MS);
    };
    return { type, settle };
  }, []);
  return { text: typed ?? kept, ...hands };
}
