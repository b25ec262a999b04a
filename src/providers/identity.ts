import { appConfig } from "./appConfig.ts";
import { once } from "./once.ts";
import { NetworkError } from "./send.ts";

/**
 * The identity service. The first call loads the SDK: the admin area and the first paint of the
 * sign-in page do not need it.
 */
export const identityService = once(async () => {
  const [config, { startIdentity }] = await Promise.all([appConfig(), loadSdk()]);
  return startIdentity(config);
});

/** A token for the API; null if nobody is signed in. */
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
