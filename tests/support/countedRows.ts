import type { KyselyPlugin } from "kysely";
import type { Database } from "../../server/db/client.ts";

/** Counts the rows that cursors fetch, and lets a later fetch fail. */
export class CountedRows {
  fetched = 0;
  /** The fetch after so many rows fails. */
  failsAfter = Number.POSITIVE_INFINITY;
  /** Fetched rows arrive after it. */
  held = Promise.resolve();

  readonly over = (real: Database): Database => ({
    ...real,
    snapshots: real.snapshots.withPlugin(this.#plugin),
  });

  readonly #plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const { sqlFragments = [] } = "sqlFragments" in node ? node : {};
      if (!sqlFragments[0]?.startsWith("fetch ")) return node;
      if (this.fetched >= this.failsAfter) throw new Error("the fetch has failed");
      return node;
    },
    transformResult: async ({ result }) => {
      if (!isFetch(result.rows[0])) return result;
      this.fetched += result.rows.length;
      await this.held;
      return result;
    },
  };
}

const isFetch = (row: unknown) => typeof row === "object" && row !== null && "memo" in row;
