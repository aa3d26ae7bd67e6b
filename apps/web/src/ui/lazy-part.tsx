import { type ComponentType, useEffect, useState } from 'react';

/** A component whose code is loaded when it is first drawn, or before. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code; drawing needs no wait then. */
  preload(): Promise<void>;
};

const Nothing = () => null;

/**
 * A part of the client in a file of its own. Unlike React's `lazy`, what is there already is drawn at once, and what
 * comes is drawn as it comes: React leaves what stands in for a lazy part for at least 300 ms.
 * @param StandIn is drawn until the part is there
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn: ComponentType = Nothing,
): LazyPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    loading ??= load().then(
      (loaded) => {
        Part = loaded;
      },
      (error: unknown) => {
        // The next one to draw it tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function Lazy(props: Props) {
    const [isLoaded, setLoaded] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (isLoaded) return;
      preload().then(
        () => setLoaded(true),
        (error: unknown) => setFailure({ error }),
      );
    }, [isLoaded]);
    if (failure !== undefined) throw failure.error;
    return Part === undefined ? <StandIn /> : <Part {...props} />;
  }
  return Object.assign(Lazy, { preload });
}

const TRY_AGAIN_MS = 15_000;

/**
 * Loads the code of what stands beside every page. No page is to fail because it does not come (a portal that is just being
 * started): it is asked for again until it does.
 */
export function insist<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load().catch(async () => {
    await new Promise((go) => setTimeout(go, TRY_AGAIN_MS));
    return insist(load);
  });
}
