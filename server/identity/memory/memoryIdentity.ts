import type { IdentityService } from "../identity.ts";
import { identityOver } from "../identityOver.ts";
import { memoryCalls } from "./browserCalls.ts";
import type { MemoryDirectory } from "./directory.ts";
import { memoryAuth } from "./memoryAuth.ts";

/**
 * An identity service without a process, a port or a file, for `npm run dev:mock` and the API tests.
 * It is told apart from Firebase by its store alone: remembered tokens, limits and errors are the same
 * code. No part of the production server imports it.
 *
 * @param now the clock of remembered tokens; the tokens themselves keep to the real time
 */
export function memoryIdentity(directory: MemoryDirectory, now?: () => Date): IdentityService {
  return identityOver(memoryAuth(directory), {
    publicCalls: {
      sendPasswordReset: async (email) => directory.sendPasswordReset(email),
      ping: async () => {},
    },
    answerBrowser: memoryCalls(directory),
    close: async () => {},
    now,
  });
}
