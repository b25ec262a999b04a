import { startEmulator } from "../../../server/identity/emulator.ts";
import { firebaseIdentity } from "../../../server/identity/openIdentity.ts";
import { claimsOfFirebaseAuth } from "./firebaseIdentityClaims.ts";

const projectId = "demo-browser";

claimsOfFirebaseAuth(async () => {
  const { url, close } = await startEmulator({ projectId });
  return {
    url,
    accounts: firebaseIdentity({ projectId, apiKey: "k", emulatorUrl: url }),
    mailed: async () => {
      const answer = await fetch(`${url}/emulator/v1/projects/${projectId}/oobCodes`);
      const { oobCodes } = await answer.json();
      return oobCodes.map((mail: { email: string }) => mail.email);
    },
    close,
  };
});
