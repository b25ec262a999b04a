import type { Dictionary } from "../../../domain/dictionaries.ts";

/** A dictionary as the API answers it: nobody edits it; what matters is given. */
export function aDictionary(given: Partial<Dictionary> = {}): Dictionary {
  return {
    dictionaryId: 1,
    organizationId: 1,
    category: "業務辞書",
    dictionaryName: "医療用語",
    description: "診療科の会議で使う用語",
    entryCount: 0,
    lockedAt: null,
    lockedBy: null,
    lockedByName: null,
    lockExpiresAt: null,
    version: 1,
    createdAt: "2026-03-20T01:00:00.000Z",
    updatedAt: "2026-04-02T00:05:00.000Z",
    ...given,
  };
}

/** Held by 佐藤 花子 since 14:32 of today in Tokyo. */
export function heldBySato(): Partial<Dictionary> {
  const today = new Date(Date.now() + 9 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return {
    lockedAt: new Date(`${today}T14:32:00+09:00`).toISOString(),
    lockedBy: "sato",
    lockedByName: "佐藤 花子",
    lockExpiresAt: new Date(`${today}T14:37:00+09:00`).toISOString(),
  };
}
