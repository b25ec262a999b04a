import type { IdentityService } from "../../server/identity/identity.ts";
import { MemoryDirectory } from "./identity/directory.ts";
import { memoryIdentity } from "./identity/memoryIdentity.ts";
import type { TokenClaims } from "./identity/tokens.ts";

/** An identity service, and access to it past the server. */
export interface TestIdentity {
  service: IdentityService;
  /** The kinds of mail to an address so far, in order. */
  mailsTo(email: string): Promise<string[]>;
  /** A valid token with other claims. */
  tokenWith(idToken: string, claims: Partial<TokenClaims>): string;
}

/** What most tests of the API use: the same code as with Firebase, over accounts in memory. */
export function inMemory(): TestIdentity {
  const directory = new MemoryDirectory();
  const { tokens, mails } = directory;
  return {
    service: memoryIdentity(directory),
    mailsTo: async (email) =>
      mails.filter((mail) => mail.email === email).map(({ requestType }) => requestType),
    tokenWith: (idToken, claims) =>
      tokens.sign("idToken", { ...tokens.read("idToken", idToken), ...claims }),
  };
}
