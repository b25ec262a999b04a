/** Operations to measure, by name. */
export type Runs = Record<string, () => Promise<unknown>>;

/**
 * Runs all operations in turn, so that other load affects them equally; returns the median of each
 * in ms.
 */
export async function medianTimes(runs: Runs, rounds: number): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(Object.keys(runs).map((name) => [name, []]));
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) {
      const began = performance.now();
      await run();
      if (round >= 0) times.get(name)?.push(performance.now() - began);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
