import { z } from "zod";
import { ADMIN_KINDS, MOST_FOUND, STAFF_KINDS } from "./rules.ts";
import "../problems/zodSentences.ts";

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1).max(100).meta({
    description: "What names, readings, numbers and addresses are compared with.",
  }),
});

/** What is found of these kinds: at most five of each, those that match best first. */
function foundOf<const Kinds extends readonly [string, ...string[]]>(kinds: Kinds, id: string) {
  const found = z
    .object({
      kind: z.enum(kinds).meta({ description: "The name of its resource." }),
      id: z.string(),
      title: z.string(),
      details: z.array(z.string()).meta({ description: "What tells it from others, in Japanese." }),
      parentId: z
        .string()
        .nullable()
        .meta({ description: "The dictionary of an entry, the organization of a contract." }),
    })
    .meta({ id });
  return z.object({ found: z.array(found).max(MOST_FOUND * kinds.length) }).meta({ id: `${id}s` });
}

export const adminSearchResult = foundOf(ADMIN_KINDS, "AdminFoundRecord");
export const staffSearchResult = foundOf(STAFF_KINDS, "FoundRecord");

export type AdminSearchResult = z.infer<typeof adminSearchResult>;
export type StaffSearchResult = z.infer<typeof staffSearchResult>;
