import type { Service } from "../../../context.ts";
import { NoPlaceError, Places } from "../../../load/places.ts";
import { overloaded } from "../../../problem.ts";

/** Each reading of all words occupies a connection. */
const OF_KEY = 1;
const IN_ALL = 3;
const MOST_IN_LINE = 20;
const WAIT_MS = 10_000;

/** Lets few read all words of an organization at once; others wait in a line of their key. */
export class ReadingPlaces {
  readonly #places = new Places({ waitMs: WAIT_MS, mostInLine: MOST_IN_LINE });

  /** Throws OVERLOADED if no place is free in time. */
  async hold<Result>(
    { serviceKeyId }: Pick<Service, "serviceKeyId">,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const line = `service key ${serviceKeyId}`;
    const shares = [
      { key: line, most: OF_KEY, of: "caller" as const },
      { key: "readings", most: IN_ALL, of: "all" as const },
    ];
    const place = await this.#places.wait(line, shares).catch((error: unknown) => {
      throw error instanceof NoPlaceError ? overloaded() : error;
    });
    try {
      return await work();
    } finally {
      place.leave();
    }
  }
}
