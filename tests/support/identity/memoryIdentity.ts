import type { IdentityService } from "../../../server/identity/identity.ts";
import { identityOver } from "../../../server/identity/identityOver.ts";
import { memoryCalls } from "./browserCalls.ts";
import type { MemoryDirectory } from "./directory.ts";
import { memoryAuth } from "./memoryAuth.ts";

/** For mock mode and API tests; only the store differs from Firebase. Tokens use real time. */
export function memoryIdentity(directory: MemoryDirectory, now?: () => Date): IdentityService {
  return identityOver(memoryAuth(directory), {
    publicCalls: {
      sendPasswordReset: async (email, continueUrl) =>
        directory.sendPasswordReset(email, continueUrl),
      ping: async () => {},
    },
    answerBrowser: memoryCalls(directory),
    hasProviders: true,
    close: async () => {},
    now,
  });
}
