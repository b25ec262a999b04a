import { metricsText } from "../../server/metrics/metricsServer.ts";
import type { TestApi } from "./api.ts";

/** The series as a reader of the text format sees them: name, labels and value. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export async function scrape({ app }: Pick<TestApi, "app">): Promise<Sample[]> {
  const text = await metricsText(app.readings);
  return text.split("\n").flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!found) return [];
    const [, name = "", pairs = "", value = ""] = found;
    const labels = Object.fromEntries(
      [...pairs.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, of]) => [label, of]),
    );
    return [{ name, labels, value: Number(value) }];
  });
}

/** The sum of the samples that have these labels, among others. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, of]) => sample.labels[label] === of))
    .reduce((sum, { value }) => sum + value, 0);
}
