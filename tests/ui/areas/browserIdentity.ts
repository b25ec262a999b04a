import type { Identity } from "../../../src/providers/signIn/firebaseIdentity.ts";
import type { IdentityService } from "../../../src/providers/signIn/identity.ts";

/** The identity service of a browser in which the user u1 is signed in. */
export function signedIn(given: Partial<Identity> = {}): IdentityService {
  const identity: Identity = {
    currentUserId: () => "u1",
    currentToken: async () => "id-token",
    signInWithPassword: async () => "id-token",
    signInWithGoogle: async () => "id-token",
    signInBySso: async () => "id-token",
    sendPasswordReset: async () => {},
    signOut: async () => {},
    onSignedOut: () => () => {},
    secondFactor: async () => {
      throw new Error("this test knows no second factor");
    },
    changePassword: async () => "new-token",
    ...given,
  };
  return async () => identity;
}
