import { type Migration, worksFrom } from "../server/db/migrationFiles.ts";
import type { Release } from "./releases.ts";

/** The names of migrations on which that release would not start. */
export function refusingMigrations(
  migrations: readonly Migration[],
  release: Pick<Release, "migrations">,
): string[] {
  return migrations
    .filter((migration) => {
      const from = worksFrom(migration);
      return from !== null && !(from in release.migrations);
    })
    .map(({ name }) => name);
}
