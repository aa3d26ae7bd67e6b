const HEAD = 'p50 ms | p95 ms | max ms | goal |\n|---|---|---|---|---|';

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;

/** Begins a table of how long things took. */
export function head(what: string): void {
  console.log(`| ${what} | ${HEAD}`);
}

export function row(name: string, took: number[], goal: string): void {
  took.sort((a, b) => a - b);
  const cells = [percentile(took, 0.5), percentile(took, 0.95), took.at(-1) ?? Number.NaN].map((ms) => ms.toFixed(1));
  console.log(`| ${[name, ...cells, goal].join(' | ')} |`);
}

/** How long each of so many runs took, one after the other. */
export async function timed(rounds: number, run: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await run();
    took.push(performance.now() - began);
  }
  return took;
}
