/** How long the parts of a run took, in the order in which they ended. */
export class Durations {
  readonly #parts: { name: string; seconds: number }[] = [];

  /** Measures a part, also where it fails. */
  async of<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.add(name, (performance.now() - began) / 1000);
    }
  }

  add(name: string, seconds: number): void {
    this.#parts.push({ name, seconds });
  }

  /** A line for each part, such as `  3 min 05 s  the browser`. */
  lines(): string {
    const rows = this.#parts.map(
      ({ name, seconds }) => `${inMinutes(seconds).padStart(12)}  ${name}`,
    );
    return ["How long each part took:", ...rows].join("\n");
  }
}

function inMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}
