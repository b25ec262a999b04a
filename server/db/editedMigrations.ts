/**
 * Migrations that were edited after databases had applied them, and the checksums from before. No other
 * may be: tests/domain/releases.test.ts compares them with those of all releases.
 */
export const EDITED_MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  // On 25 November 2026, before 0.1.0: the paths of moved files in comments, nothing else.
  "001_people.sql": ["c2ad6c4f6029e33786a81394cb0c3649e9f2834b4aea8cbb68a23d94a3ad1a53"],
  "002_contracts.sql": ["689d51e85abbda0d9272e1b9eacca7960d0764f87b82958238a73d954b9fd86d"],
  "017_entry_fold.sql": ["3161d1e2cb9854b9c790d43d9686153552d987525a7b668208cf674c4378fe7b"],
};
