import { appConfig } from "./appConfig.ts";
import { once } from "./once.ts";
import { NetworkError } from "./send.ts";

/** The first call loads the SDK: the first paint of the sign-in page does not need it. */
export const identityService = once(async () => {
  const [config, { startIdentity }] = await Promise.all([appConfig(), loadSdk()]);
  return startIdentity(config);
});

export async function currentToken(): Promise<string | null> {
  const identity = await identityService();
  return identity.currentToken();
}

async function loadSdk() {
  try {
    return await import("./firebaseIdentity.ts");
  } catch {
    throw new NetworkError();
  }
}
