import type { IdentityService } from "../identity.ts";
import { identityOver } from "../identityOver.ts";
import { memoryCalls } from "./browserCalls.ts";
import type { MemoryDirectory } from "./directory.ts";
import { memoryAuth } from "./memoryAuth.ts";

/**
 * An identity service without process, port or file, for `npm run dev:mock` and the API tests. Only
 * its store differs from Firebase: token cache, time limits and errors are the same code. The
 * production server does not import it. `now` is the clock of the token cache; tokens use real
 * time.
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
