/**
 * What takes turns at something that does one thing at a time: each work begins when those asked for before it have
 * ended, however they ended.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    // Without the result, which would be kept until the next work.
    before = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
}
